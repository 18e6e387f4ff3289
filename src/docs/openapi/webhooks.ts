import { WEBHOOK_TIMEOUT_MS } from '../../domain/account/webhook.ts';
import examples from './examples.json' with { type: 'json' };
import { EXAMPLE_HASH } from './headers.ts';
import type { Parameter } from './operations.ts';
import { type Content, type Response, type SchemaName, toContent } from './responses.ts';

/** A request that the service sends. */
export interface Webhook {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security: readonly [];
  parameters: readonly Parameter[];
  requestBody: { required: true; content: Content };
  responses: Readonly<Record<string, Response>>;
}

const HEADERS: readonly Parameter[] = [
  inHeader(
    'webhook-id',
    'Identifies the event. A repetition has the same one.',
    { pattern: '^[A-Za-z0-9_-]+$' },
    `msg_${EXAMPLE_HASH}`,
  ),
  inHeader(
    'webhook-timestamp',
    'When this request was sent, in seconds since 1970.',
    { pattern: '^[0-9]+$' },
    '1790056800',
  ),
  inHeader(
    'webhook-signature',
    'HMAC-SHA256 of id, timestamp and body, as Standard Webhooks (standardwebhooks.com) define it: one for each valid secret, separated by spaces.',
    { pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** What the service sends to the webhook of an account, by type. */
export const WEBHOOKS: Readonly<Record<string, { post: Webhook }>> = {
  'companies.changed': toWebhook({
    operationId: 'sendChanges',
    summary: 'Changes of watched companies',
    description:
      'Sent after an import has completed, if it has changed companies of the watch list. Events come in order, the next one after a response of 2xx.',
    gone: 'Nothing more is sent until the holder resumes the webhook.',
    schema: 'ChangesEvent',
    example: examples.changesEvent,
  }),
  'webhook.test': toWebhook({
    operationId: 'sendTest',
    summary: 'A test event',
    description: 'Sent by a button on the account page. It is not repeated.',
    gone: 'A failure like any other: a test changes no state of the webhook.',
    schema: 'TestEvent',
    example: examples.testEvent,
  }),
};

function toWebhook(values: {
  operationId: string;
  summary: string;
  description: string;
  /** What a response of 410 does. */
  gone: string;
  schema: SchemaName;
  example: object;
}): { post: Webhook } {
  const { schema, example, gone, ...texts } = values;
  return {
    post: {
      ...texts,
      tags: ['Webhooks'],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: toContent(schema, { event: { value: example } }) },
      responses: {
        '2XX': {
          description: `The event was received. Any other status, a redirect, and no status within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds are failures.`,
        },
        410: { description: gone },
      },
    },
  };
}

function inHeader(name: string, description: string, form: object, example: string): Parameter {
  const schema = { type: 'string', ...form };
  return { name, in: 'header', required: true, description, schema, example };
}
