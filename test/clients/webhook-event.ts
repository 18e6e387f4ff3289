import { Webhook } from 'standardwebhooks';
import { OPENAPI } from '../../src/docs/openapi.ts';

export const SECRET = `whsec_${Buffer.from('a secret of the tests').toString('base64')}`;

const { examples } =
  OPENAPI.webhooks['companies.changed']?.post.requestBody.content['application/json'] ?? {};
/** The event of the document. */
export const EVENT = examples?.['event']?.value ?? {};

/** The headers with which the service sends a body. */
export function sign(body: string, atMs = Date.now()): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(atMs / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', new Date(atMs), body),
  };
}
