import { maxHeaderSize } from 'node:http';
import {
  API_KEY_LENGTH,
  API_KEY_PATTERN,
  API_KEY_PREFIX,
  TEST_API_KEY,
} from '../domain/account/api-key.ts';
import { type Language, LOCALES } from '../domain/account/language.ts';
import { API_PLANS, LIMIT_WINDOW_SECONDS } from '../domain/account/plan.ts';
import { MAX_WATCH_CHANGES } from '../domain/account/watch-list.ts';
import {
  MAX_EVENT_CHANGES,
  MAX_RETRY_AFTER_MS,
  WEBHOOK_GIVE_UP_MS,
  WEBHOOK_PAUSES_MS,
  WEBHOOK_ROTATION_MS,
  WEBHOOK_TIMEOUT_MS,
} from '../domain/account/webhook.ts';
import { CHANGES_KEPT_MONTHS, MAX_CHANGES_LIMIT } from '../domain/company/public-changes.ts';
import { MAX_SEARCH_LIMIT } from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { TEST_COMPANIES } from '../domain/company/test-companies.ts';
import { toWordList } from '../domain/word-list.ts';
import { MAX_BODY_BYTES, MAX_IDNOS, MAX_WATCH_LIST_BODY_BYTES } from '../rest/operations.ts';
import {
  MAX_PAGES_PER_SITE,
  MAX_PAGES_PER_SUBSCRIBER,
  PAGE_WINDOW_MS,
} from '../web/page-limits.ts';

const UNITS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 } as const;

/** The plan of the examples. */
const examplePlan = API_PLANS[0] ?? { name: '', limit: 0 };

/**
 * The constants of the program that the pages name. Facts of the register, such as the 13 digits of
 * an IDNO, are in the texts themselves: they do not change with the program.
 */
export const FACTS = {
  plans: API_PLANS,
  planNames: API_PLANS.map(({ name }) => name),
  windowSeconds: LIMIT_WINDOW_SECONDS,
  examplePlan: examplePlan.name,
  exampleLimit: examplePlan.limit,
  keyPrefix: API_KEY_PREFIX,
  keyLength: API_KEY_LENGTH,
  keyPattern: API_KEY_PATTERN,
  testKey: TEST_API_KEY,
  changesKeptMonths: CHANGES_KEPT_MONTHS,
  maxIdnos: MAX_IDNOS,
  maxBodyKib: MAX_BODY_BYTES / 1_024,
  maxWatchBodyKib: MAX_WATCH_LIST_BODY_BYTES / 1_024,
  maxWatchChanges: MAX_WATCH_CHANGES,
  maxSearchLimit: MAX_SEARCH_LIMIT,
  maxSearchLength: MAX_SEARCH_LENGTH,
  maxChangesLimit: MAX_CHANGES_LIMIT,
  maxHeadersKib: maxHeaderSize / 1_024,
  webhookTimeoutSeconds: WEBHOOK_TIMEOUT_MS / 1_000,
  webhookPausesMs: WEBHOOK_PAUSES_MS,
  webhookLastPauseMs: Math.max(...WEBHOOK_PAUSES_MS),
  webhookGiveUpMs: WEBHOOK_GIVE_UP_MS,
  webhookRotationMs: WEBHOOK_ROTATION_MS,
  webhookRetryAfterMs: MAX_RETRY_AFTER_MS,
  maxEventChanges: MAX_EVENT_CHANGES,
  pageWindowSeconds: PAGE_WINDOW_MS / 1_000,
  maxPagesPerSubscriber: MAX_PAGES_PER_SUBSCRIBER,
  maxPagesPerSite: MAX_PAGES_PER_SITE,
  /** The activities of the test company that has the most. */
  manyActivities: Math.max(...TEST_COMPANIES.map(({ company }) => company.caem.length)),
} as const;

/** A duration in the largest unit that gives a whole number above one: `30 minutes`. */
export function toDuration(durationMs: number, language: Language): string {
  const whole = Object.entries(UNITS).find(
    ([, unitMs]) => durationMs % unitMs === 0 && durationMs > unitMs,
  );
  const [unit, unitMs] = whole ?? ['second', UNITS.second];
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(durationMs / unitMs);
}

/** `5 seconds, 5 minutes and 2 hours`. */
export function toDurationList(durationsMs: readonly number[], language: Language): string {
  const texts = durationsMs.map((durationMs) => toDuration(durationMs, language));
  return toWordList(texts, 'and', language);
}
