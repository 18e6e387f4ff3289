import { LINK_VALID_MS } from '../../accounts/sign-in.ts';
import { ATTEMPT_WINDOW_MS } from '../../accounts/sign-in-attempts.ts';
import type { Language } from '../../domain/account/language.ts';
import { API_PLANS, LIMIT_WINDOW_MS } from '../../domain/account/plan.ts';
import { WEBHOOK_GIVE_UP_MS, WEBHOOK_ROTATION_MS } from '../../domain/account/webhook.ts';
import { createCount } from '../../domain/counted.ts';
import { toWordList } from '../../domain/word-list.ts';

/** How a link requested on the page reaches its holder; `none`: only the operator issues links. */
export type LinkDelivery = 'mail' | 'terminal' | 'none';

export { MAX_NEW_KEYS } from '../../accounts/keys.ts';
export { USAGE_DAYS } from '../../accounts/usage.ts';
export { MAX_WEBHOOK_TESTS } from '../../accounts/webhooks.ts';
export { MAX_WEBHOOK_ATTEMPTS, MAX_WEBHOOK_URL_LENGTH } from '../../domain/account/webhook.ts';
export {
  FAILED_REQUEST_RETENTION_DAYS,
  MAX_FAILED_REQUESTS,
} from '../../store/port/failed-requests.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of the rolling limit. */
export const WINDOW_SECONDS = LIMIT_WINDOW_MS / 1_000;
/** How long a sign-in link works that the page has sent. */
export const LINK_MINUTES = LINK_VALID_MS.mail / MINUTE_MS;
/** How long it takes until attempts to sign in are forgotten. */
export const ATTEMPT_MINUTES = ATTEMPT_WINDOW_MS / MINUTE_MS;

/** After this many days of failures a webhook is stopped. */
export const GIVE_UP_DAYS = WEBHOOK_GIVE_UP_MS / DAY_MS;
/** How long two secrets of a webhook are valid after a rotation. */
export const ROTATION_HOURS = WEBHOOK_ROTATION_MS / HOUR_MS;

/** In brackets behind a plan. */
export function toPriceText(price: string | undefined): string {
  return price === undefined ? '' : ` (${price})`;
}

/** Numbers and plans in the words of a language. */
export function createWords(language: Language) {
  const names = API_PLANS.map(({ name }) => name);
  return {
    /** `60 requests`. */
    count: createCount(language),
    /** The plans with API access: `Business or Agency`. */
    planChoice: toWordList(names, 'or', language),
    planList: toWordList(names, 'and', language),
  };
}
