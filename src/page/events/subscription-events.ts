import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../accounts/refusal.ts';
import type { ApplySubscriptionEvent } from '../../accounts/subscription-events.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { EventFault, toSubscriptionEvent } from './event-body.ts';
import { createSignatureCheck, type SignatureFault } from './signature.ts';

const PATH = '/events/subscription';
const MAX_BODY_BYTES = 65_536;
const RETRY_AFTER_SECONDS = '5';

export interface SubscriptionEventDependencies {
  /** Base64 of at least 24 bytes each, with or without `whsec_` before it. */
  webhookSecrets: readonly string[];
  applySubscriptionEvent: ApplySubscriptionEvent;
  nowMs: () => number;
}

/** Takes signed subscription events; one that has no effect any more is answered 200 too. */
export function subscriptionEvents(
  scope: FastifyInstance,
  { webhookSecrets, applySubscriptionEvent, nowMs }: SubscriptionEventDependencies,
  done: () => void,
) {
  const checkSignature = createSignatureCheck(webhookSecrets, nowMs);

  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, parsed) => parsed(null, body),
  );
  scope.setErrorHandler(answerFault);

  scope.post<{ Body: unknown }>(PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const checked = checkSignature(request.headers, body);
    if ('fault' in checked) return refuse(reply, SIGNATURE_REFUSALS[checked.fault]);
    const event = toSubscriptionEvent(checked.id, body, nowMs());
    const outcome = await applySubscriptionEvent(event, { name: 'event', address: request.ip });
    return reply.send({ outcome });
  });
  done();
}

interface ErrorAnswer {
  status: number;
  error: string;
  message: string;
}

const SIGNATURE_REFUSALS: Readonly<Record<SignatureFault, ErrorAnswer>> = {
  invalid_signature: {
    status: 401,
    error: 'invalid_signature',
    message: 'Sign the raw body by Standard Webhooks with the shared secret.',
  },
  timestamp_out_of_range: {
    status: 400,
    error: 'timestamp_out_of_range',
    message: 'Send webhook-timestamp as the seconds since 1970, within 5 minutes of now.',
  },
};

const UNAVAILABLE: ErrorAnswer = {
  status: 503,
  error: 'unavailable',
  message: 'Send the event again later: it was not taken.',
};

/** What the framework refuses before the handler, by status. */
const FRAMEWORK_REFUSALS: Readonly<Record<number, ErrorAnswer>> = {
  400: { status: 400, error: 'bad_request', message: 'Send the whole body, as JSON.' },
  413: { status: 413, error: 'body_too_large', message: 'Send at most 64 KiB.' },
  415: { status: 415, error: 'unsupported_media_type', message: 'Send application/json.' },
};

function answerFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof EventFault) {
    return refuse(reply, { status: 400, error: 'invalid_event', message: error.message });
  }
  const known = FRAMEWORK_REFUSALS[error.statusCode ?? 500];
  if (known !== undefined) return refuse(reply, known);
  request.log.error({ err: error }, 'a subscription event was not taken');
  if (error instanceof Unavailable || error instanceof Refusal) {
    return refuse(reply.header('retry-after', RETRY_AFTER_SECONDS), UNAVAILABLE);
  }
  const message = `Send the event again later; if it goes on, report the request id ${request.id}.`;
  return refuse(reply, { status: 500, error: 'internal_error', message });
}

function refuse(reply: FastifyReply, { status, error, message }: ErrorAnswer): FastifyReply {
  return reply.code(status).send({ error, message });
}
