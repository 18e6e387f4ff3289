import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Webhook } from 'standardwebhooks';
import type {
  ApplySubscriptionEvent,
  SubscriptionEvent,
} from '../accounts/plans/subscription-events.ts';
import { Refusal } from '../accounts/refusal.ts';
import { isEmail } from '../domain/account/email.ts';
import { PLANS } from '../domain/account/plan.ts';
import { Unavailable } from '../domain/errors.ts';
import { isInFuture } from '../domain/time/clock-skew.ts';
import { toEndMs, toInstantMs } from '../domain/time/timestamp.ts';
import { HTTP_ERRORS, RefusedRequest, sendError, toErrorAnswer } from '../web/errors.ts';
import { MAX_JSON_DEPTH, parseJsonBody } from '../web/json.ts';
import { refuseOtherMethods, takeJsonBodies } from '../web/scope.ts';

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
  refuseOtherMethods(scope, PATH, 'POST', async (_request, reply) => sendError(reply, POST_ONLY));

  scope.post<{ Body: unknown }>(PATH, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const id = checkSignature(request.headers, body);
    const event = toSubscriptionEvent(id, body, nowMs());
    const outcome = await applySubscriptionEvent(event, { name: 'event', address: request.ip });
    return reply.send({ outcome });
  });
  done();
}

const POST_ONLY = {
  ...HTTP_ERRORS.method_not_allowed,
  message: 'Send events by POST.',
  headers: { allow: 'POST' },
};

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

/** How far the time in a signature may be from now. */
const TOLERANCE_MS = 300_000;
/** Senders that change their secret sign with two. */
const MAX_SIGNATURES = 20;
const ID = /^[\x21-\x7e]{1,256}$/;
const SECONDS = /^\d{1,12}$/;

const INVALID = {
  status: 401,
  error: 'invalid_signature',
  message: 'Sign the raw body by Standard Webhooks with the shared secret.',
};

const OUT_OF_RANGE = {
  status: 400,
  error: 'timestamp_out_of_range',
  message: `Send webhook-timestamp as the seconds since 1970, within ${TOLERANCE_MS / 60_000} minutes of now.`,
};

/**
 * Returns the id of a request that one of the secrets signed, and throws RefusedRequest for any
 * other. Standard Webhooks, version 1: HMAC-SHA-256 over id, time and the raw bytes. The library
 * signs; its own check reads the system's clock and takes `12abc` for a time.
 */
function createSignatureCheck(secrets: readonly string[], nowMs: () => number) {
  const signers = secrets.map((secret) => new Webhook(toBytes(secret), { format: 'raw' }));
  return (headers: IncomingHttpHeaders, body: Buffer): string => {
    const id = readHeader(headers, 'webhook-id', ID);
    const seconds = readHeader(headers, 'webhook-timestamp', SECONDS);
    const given = headers['webhook-signature'];
    if (id === null || seconds === null || typeof given !== 'string') {
      throw new RefusedRequest(INVALID);
    }
    const signedAt = new Date(Number(seconds) * 1_000);
    if (Math.abs(nowMs() - signedAt.getTime()) > TOLERANCE_MS) {
      throw new RefusedRequest(OUT_OF_RANGE);
    }
    // The library signs text, and bytes that are no UTF-8 would all become the same text.
    if (!isUtf8(body)) throw new RefusedRequest(INVALID);
    const signatures = given.split(' ', MAX_SIGNATURES);
    const isSigned = signers.some((signer) => {
      const wanted = signer.sign(id, signedAt, body);
      return signatures.some((signature) => isSame(signature, wanted));
    });
    if (!isSigned) throw new RefusedRequest(INVALID);
    return id;
  };
}

function toBytes(secret: string): Uint8Array {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function readHeader(headers: IncomingHttpHeaders, name: string, shape: RegExp): string | null {
  const value = headers[name];
  return typeof value === 'string' && shape.test(value) ? value : null;
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const MAX_SHOWN_LENGTH = 100;

const TYPES: Readonly<Record<string, SubscriptionEvent['type']>> = {
  'subscription.activated': 'activated',
  'subscription.updated': 'updated',
  'subscription.cancelled': 'cancelled',
};

/**
 * The event in a body: `{type, timestamp, data: {email, plan, endsAt}}`, with times as RFC 3339 and
 * an end that may be a day, null, or left out. Other members are ignored, because senders add some.
 * Throws RefusedRequest `invalid_event`, whose message names the wrong value and the rule.
 */
function toSubscriptionEvent(id: string, body: Buffer, nowMs: number): SubscriptionEvent {
  const { type: typeText, timestamp, data: rawData } = toObject('the body', toJson(body));
  const { email, plan: planText, endsAt } = toObject('data', rawData);
  const type = typeof typeText === 'string' && Object.hasOwn(TYPES, typeText) && TYPES[typeText];
  if (!type) throw wrong('type', `one of ${Object.keys(TYPES).join(', ')}`, typeText);
  const atMs = typeof timestamp === 'string' ? toInstantMs(timestamp) : null;
  if (atMs === null) throw wrong('timestamp', 'an RFC 3339 time', timestamp);
  // All later events would be stale.
  if (isInFuture(atMs, nowMs)) throw wrong('timestamp', 'not in the future', timestamp);
  if (typeof email !== 'string' || !isEmail(email)) {
    throw wrong('data.email', 'one plain e-mail address', email);
  }
  const plan = PLANS.find((one) => one === planText);
  if (plan === undefined) throw wrong('data.plan', `one of ${PLANS.join(', ')}`, planText);
  return { id, type, atMs, email, plan, endsAtMs: toEnd(endsAt) };
}

function toEnd(endsAt: unknown): number | null | undefined {
  if (endsAt === null || endsAt === undefined) return endsAt;
  const endsAtMs = typeof endsAt === 'string' ? toEndMs(endsAt) : null;
  if (endsAtMs !== null) return endsAtMs;
  throw wrong('data.endsAt', 'an RFC 3339 time, a day as YYYY-MM-DD, or null', endsAt);
}

function toJson(body: Buffer): unknown {
  try {
    return parseJsonBody(body);
  } catch {
    throw toRefusal(`The body must be JSON, nested at most ${MAX_JSON_DEPTH} deep.`);
  }
}

function toObject(name: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw wrong(name, 'a JSON object', value);
}

function wrong(name: string, rule: string, value: unknown): RefusedRequest {
  const shown = (JSON.stringify(value) ?? 'nothing').slice(0, MAX_SHOWN_LENGTH);
  return toRefusal(`${name} must be ${rule}; got ${shown}.`);
}

function toRefusal(message: string): RefusedRequest {
  return new RefusedRequest({ status: 400, error: 'invalid_event', message });
}
