import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../accounts/refusal.ts';
import type { ApplySubscriptionEvent } from '../../accounts/subscription-events.ts';
import { Unavailable } from '../../domain/errors.ts';
import { type ErrorAnswer, sendError, toErrorAnswer } from '../../web/errors.ts';
import { takeJsonBodies } from '../../web/json-bodies.ts';
import { EventFault, toSubscriptionEvent } from './event-body.ts';
import { createSignatureCheck, type SignatureFault, TOLERANCE_MS } from './signature.ts';

const PATH = '/events/subscription';
const MAX_BODY_BYTES = 65_536;

export interface SubscriptionEventDependencies {
  /** Base64 of at least 24 bytes each, with or without `whsec_` before it. */
  webhookSecrets: readonly string[];
  applySubscriptionEvent: ApplySubscriptionEvent;
  nowMs: () => number;
}

/** Accepts signed subscription events; an event without effect is answered 200 too. */
export function subscriptionEvents(
  scope: FastifyInstance,
  { webhookSecrets, applySubscriptionEvent, nowMs }: SubscriptionEventDependencies,
  done: () => void,
) {
  const checkSignature = createSignatureCheck(webhookSecrets, nowMs);

  takeJsonBodies(scope, MAX_BODY_BYTES);
  scope.setErrorHandler(answerFault);

  scope.post<{ Body: unknown }>(PATH, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const checked = checkSignature(request.headers, body);
    if ('fault' in checked) return sendError(reply, SIGNATURE_REFUSALS[checked.fault]);
    const event = toSubscriptionEvent(checked.id, body, nowMs());
    const outcome = await applySubscriptionEvent(event, { name: 'event', address: request.ip });
    return reply.send({ outcome });
  });
  done();
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
    message: `Send webhook-timestamp as the seconds since 1970, within ${TOLERANCE_MS / 60_000} minutes of now.`,
  },
};

/** Messages for senders of events, by identifier. */
const MESSAGES: Readonly<Record<string, string>> = {
  body_too_large: `Send at most ${MAX_BODY_BYTES / 1_024} KiB.`,
  unsupported_media_type: 'Send application/json.',
  unavailable: 'Send the event again later: it was not accepted.',
};

function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof EventFault) {
    return sendError(reply, { status: 400, error: 'invalid_event', message: error.message });
  }
  // The account kept changing at the same time; the event may succeed later.
  const cause = error instanceof Refusal ? new Unavailable(error.message, { cause: error }) : error;
  return sendError(reply, toErrorAnswer(cause, request, MESSAGES));
}
