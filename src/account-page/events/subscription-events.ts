import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../accounts/refusal.ts';
import type { ApplySubscriptionEvent } from '../../accounts/subscription-events.ts';
import { Unavailable } from '../../domain/errors.ts';
import { sendError, toErrorAnswer } from '../../web/errors.ts';
import { takeJsonBodies } from '../../web/scope.ts';
import { toSubscriptionEvent } from './event-body.ts';
import { createSignatureCheck } from './signature.ts';

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
    const id = checkSignature(request.headers, body);
    const event = toSubscriptionEvent(id, body, nowMs());
    const outcome = await applySubscriptionEvent(event, { name: 'event', address: request.ip });
    return reply.send({ outcome });
  });
  done();
}

/** Messages for senders of events, by identifier. */
const MESSAGES: Readonly<Record<string, string>> = {
  body_too_large: `Send at most ${MAX_BODY_BYTES / 1_024} KiB.`,
  unsupported_media_type: 'Send application/json.',
  unavailable: 'Send the event again later: it was not accepted.',
};

function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  // The account kept changing at the same time; the event may succeed later.
  const cause = error instanceof Refusal ? new Unavailable(error.message, { cause: error }) : error;
  return sendError(reply, toErrorAnswer(cause, request, MESSAGES));
}
