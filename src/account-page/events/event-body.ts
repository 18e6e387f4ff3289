import type { SubscriptionEvent } from '../../accounts/subscription-events.ts';
import { isEmail } from '../../domain/account/email.ts';
import { PLANS } from '../../domain/account/plan.ts';
import { isInFuture } from '../../domain/time/clock-skew.ts';
import { toEndMs, toInstantMs } from '../../domain/time/timestamp.ts';
import { RefusedRequest } from '../../web/errors.ts';

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
export function toSubscriptionEvent(id: string, body: Buffer, nowMs: number): SubscriptionEvent {
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
    return JSON.parse(body.toString());
  } catch {
    throw toRefusal('The body must be JSON.');
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
