import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from './network.ts';

/** `paused` by its holder; `stopped` by the service. */
export const WEBHOOK_STATES = ['working', 'paused', 'stopped'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Why the service stopped a webhook, with what that means. */
export const WEBHOOK_STOPS = {
  failing: 'Every attempt failed for three days.',
  gone: 'The address answered 410.',
  changes_not_kept: 'Changes behind the last delivered one are no longer stored.',
} as const;
export type WebhookStop = keyof typeof WEBHOOK_STOPS;

/** Why an attempt failed, with what that means. */
export const WEBHOOK_FAULTS = {
  // One answer for both: which internal names exist is nobody's business.
  not_public: 'The name has no address, or one that is not public.',
  not_connected: 'The connection was refused, or ended before the answer.',
  not_trusted: 'The certificate is not valid for the name, or the connection cannot be encrypted.',
  timeout: 'There was no answer within 10 seconds.',
  redirect: 'The answer was a redirect, which is not followed.',
  gone: 'The answer was 410.',
  status: 'The answer had a status other than 2xx.',
  secret_unreadable: 'The secret cannot be decrypted, so nothing was sent.',
} as const;
export type WebhookFault = keyof typeof WEBHOOK_FAULTS;

export const MAX_WEBHOOK_URL_LENGTH = 500;
/** The default port of https, and ports that no system service listens on. */
const HTTPS_PORT = 443;
const LAST_SYSTEM_PORT = 1_023;
/** The most attempts stored for a webhook; older ones are deleted. */
export const MAX_WEBHOOK_ATTEMPTS = 20;
/** The bytes of an answer that are stored of an attempt. */
export const MAX_STORED_ANSWER_BYTES = 1_024;
/** The changes of an event that are stored of an attempt, its first ones. */
export const MAX_STORED_CHANGES = 3;
/** How long after a rotation the previous secret still signs. */
export const WEBHOOK_ROTATION_MS = 86_400_000;
/** The most secrets that sign besides the current one; the oldest ends early. */
export const MAX_REPLACED_SECRETS = 9;
/** From the look-up of the name to the end of the answer. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** The most changes in one event. */
export const MAX_EVENT_CHANGES = 100;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Pauses between the attempts of one event; the last one is repeated. */
export const WEBHOOK_PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
] as const;
/** The longest pause that a receiver can ask for with `Retry-After`. */
export const MAX_RETRY_AFTER_MS = 2 * HOUR_MS;
/** A webhook whose attempts have failed for this long is stopped. */
export const WEBHOOK_GIVE_UP_MS = 72 * HOUR_MS;
/** Its holder gets a mail when they have failed for this long. */
export const WEBHOOK_NOTICE_MS = HOUR_MS;

/** A webhook whose last attempt did not fail. */
export const NOT_FAILING = { failures: 0, failingSinceMs: null, noticeMs: null } as const;

export const WEBHOOK_SECRET_PREFIX = 'whsec_';
const WEBHOOK_SECRET_BYTES = 32;
/** The prefix and the bytes in base64. */
export const WEBHOOK_SECRET_LENGTH =
  WEBHOOK_SECRET_PREFIX.length + 4 * Math.ceil(WEBHOOK_SECRET_BYTES / 3);

/** A secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecretText(): string {
  return WEBHOOK_SECRET_PREFIX + randomBytes(WEBHOOK_SECRET_BYTES).toString('base64');
}

const HTTP_DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), |(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ).{5,25} GMT$/;

/**
 * The pause that a `Retry-After` header asks for (RFC 9110, 10.2.3), at most MAX_RETRY_AFTER_MS; 0
 * if it is missing or malformed.
 */
export function readRetryAfter(text: string | undefined, nowMs: number): number {
  if (text === undefined) return 0;
  const pauseMs = /^\d{1,10}$/.test(text)
    ? Number(text) * SECOND_MS
    : HTTP_DATE.test(text)
      ? Date.parse(text) - nowMs
      : 0;
  return pauseMs > 0 ? Math.min(pauseMs, MAX_RETRY_AFTER_MS) : 0;
}

/** Why an address cannot be a webhook's. */
export type WebhookUrlFault =
  | 'too_long'
  | 'no_address'
  | 'not_https'
  | 'has_user'
  | 'system_port'
  | 'not_public';

export interface RefusedWebhookUrl {
  fault: WebhookUrlFault;
  /** One sentence. */
  message: string;
}

/**
 * The address with its host as a request would use it (`https://0x7f.1/` is `https://127.0.0.1/`), or
 * why it cannot be a webhook's. The address that a name resolves to is checked at each request.
 * `allowsLocal`: this machine is accepted too, also with http.
 */
export function readWebhookUrl(text: string, allowsLocal: boolean): URL | RefusedWebhookUrl {
  const refuse = (fault: WebhookUrlFault, message: string) => ({ fault, message });
  const url = /[\s\\]/.test(text) ? null : URL.parse(text);
  // Letters outside ASCII become longer.
  const length = Math.max(text.length, url?.href.length ?? 0);
  if (length > MAX_WEBHOOK_URL_LENGTH) {
    const message = `an address has at most ${MAX_WEBHOOK_URL_LENGTH} characters, got ${length}`;
    return refuse('too_long', message);
  }
  if (url === null) {
    return refuse('no_address', 'this is not an address; write it as https://example.md/registru');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = allowsLocal && isLoopback(host);
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
    return refuse('not_https', 'the address must begin with https://');
  }
  if (url.username !== '' || url.password !== '') {
    const message = 'the address must not contain a user or a password; requests are signed';
    return refuse('has_user', message);
  }
  if (isLocal) return url;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port <= LAST_SYSTEM_PORT) {
    const message = `the port must be ${HTTPS_PORT} or above ${LAST_SYSTEM_PORT}, got ${port}`;
    return refuse('system_port', message);
  }
  const isName = isIP(host) === 0;
  if (isName ? /(^|\.)localhost\.?$/i.test(host) : !isPublicAddress(host)) {
    const message =
      'the address must be on the public Internet, not on a private or reserved network';
    return refuse('not_public', message);
  }
  return url;
}
