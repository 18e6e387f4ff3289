import {
  CONFIRMATION_VALID_MS,
  MAX_CONFIRMATION_MAILS,
} from '../../accounts/confirmations/confirmations.ts';
import { MAX_NEW_KEYS } from '../../accounts/keys/keys.ts';
import { LINK_VALID_MS } from '../../accounts/sign-in/sign-in.ts';
import { ATTEMPT_WINDOW_MS } from '../../accounts/sign-in/sign-in-attempts.ts';
import { USAGE_DAYS } from '../../accounts/usage/usage.ts';
import { MAX_NEW_SECRETS, MAX_REQUESTED_ATTEMPTS } from '../../accounts/watching/webhooks.ts';
import type { Language } from '../../domain/account/language.ts';
import { API_PLANS, LIMIT_WINDOW_SECONDS } from '../../domain/account/plan.ts';
import { MAX_WATCH_CHANGES } from '../../domain/account/watch-list.ts';
import {
  MAX_WEBHOOK_ATTEMPTS,
  MAX_WEBHOOK_URL_LENGTH,
  WEBHOOK_GIVE_UP_MS,
  WEBHOOK_ROTATION_MS,
} from '../../domain/account/webhook.ts';
import { CHANGES_KEPT_MONTHS } from '../../domain/company/public-changes.ts';
import { createCount } from '../../domain/counted.ts';
import { toWordList } from '../../domain/word-list.ts';
import { MAX_MAILED_LINKS } from '../../store/port/sessions.ts';
import { FAILED_REQUEST_RETENTION_DAYS, MAX_FAILED_REQUESTS } from '../../store/port/usage.ts';

/** How a link requested on the page reaches its holder; `none`: only the operator issues links. */
export type LinkDelivery = 'mail' | 'terminal' | 'none';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the texts say about the program, taken from where the program defines it. */
export const FACTS = {
  usageDays: USAGE_DAYS,
  maxNewKeys: MAX_NEW_KEYS,
  maxWatchChanges: MAX_WATCH_CHANGES,
  maxFailedRequests: MAX_FAILED_REQUESTS,
  failedRequestDays: FAILED_REQUEST_RETENTION_DAYS,
  /** The window of the rolling limit. */
  windowSeconds: LIMIT_WINDOW_SECONDS,
  /** How long a sign-in link works that the page has sent. */
  linkMinutes: LINK_VALID_MS.mail / MINUTE_MS,
  /** How many of these links are sent in that time. */
  maxMailedLinks: MAX_MAILED_LINKS,
  confirmationHours: CONFIRMATION_VALID_MS / HOUR_MS,
  maxConfirmationMails: MAX_CONFIRMATION_MAILS,
  /** How long it takes until attempts to sign in no longer count. */
  signInAttemptMinutes: ATTEMPT_WINDOW_MS / MINUTE_MS,
  maxWebhookUrlLength: MAX_WEBHOOK_URL_LENGTH,
  maxRequestedAttempts: MAX_REQUESTED_ATTEMPTS,
  maxNewSecrets: MAX_NEW_SECRETS,
  maxWebhookAttempts: MAX_WEBHOOK_ATTEMPTS,
  changesKeptMonths: CHANGES_KEPT_MONTHS,
  /** After this many days of failures a webhook is stopped. */
  giveUpDays: WEBHOOK_GIVE_UP_MS / DAY_MS,
  /** How long two secrets of a webhook are valid after a rotation. */
  rotationHours: WEBHOOK_ROTATION_MS / HOUR_MS,
};

/** The price in brackets, after the name of a plan. */
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
