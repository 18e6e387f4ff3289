import { randomBytes } from 'node:crypto';

/** `paused` by its holder; `stopped` by the service. */
const WEBHOOK_STATES = ['working', 'paused', 'stopped'] as const;
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
  not_public: 'The name has an address that is not public.',
  name_not_found: 'The name has no address.',
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
/** The most attempts stored for a webhook; older ones are deleted. */
export const MAX_WEBHOOK_ATTEMPTS = 20;
/** How long after a rotation the previous secret still signs. */
export const WEBHOOK_ROTATION_MS = 86_400_000;
/** The most secrets that still sign besides the current and the previous one; older ones end. */
export const MAX_OLDER_SECRETS = 8;
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
/** A webhook whose attempts have failed for this long is stopped. */
export const WEBHOOK_GIVE_UP_MS = 72 * HOUR_MS;
/** Its holder gets a mail when they have failed for this long. */
export const WEBHOOK_NOTICE_MS = HOUR_MS;

/** A webhook whose last attempt did not fail. */
export const NOT_FAILING = { failures: 0, failingSinceMs: null, noticeMs: null } as const;

/** A secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecretText(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
