import type { FastifyRequest } from 'fastify';
import {
  type AccountUsage,
  type ReadAccountUsage,
  toDayFields,
} from '../accounts/usage/account-usage.ts';
import { type JsonAnswer, toJsonAnswer } from '../answers/documents.ts';
import { TEST_API_KEY, toKeyStart } from '../domain/account/api-key.ts';
import { LIMIT_WINDOW_SECONDS, TEST_KEY_TIER, TIER_LIMITS } from '../domain/account/plan.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';

/** For the public test key, which has no account: days as they might be, which stay the same. */
const TEST_USAGE: AccountUsage = {
  plan: 'business',
  tier: TEST_KEY_TIER,
  planEndsAtMs: null,
  key: { start: toKeyStart(TEST_API_KEY), createdAtMs: Date.UTC(2026, 8, 1) },
  days: [
    { day: '2026-09-20', ok: 41, notModified: 0, notFound: 2, clientErrors: 0, limited: 0 },
    { day: '2026-09-21', ok: 120, notModified: 30, notFound: 0, clientErrors: 1, limited: 5 },
  ],
  watchList: { size: 0, max: 0 },
  webhook: null,
};

/** Null for an account that was deleted since its key was checked. */
export async function readUsageAnswer(
  { accountId, hasTestKey, remaining }: FastifyRequest,
  readAccountUsage: ReadAccountUsage,
): Promise<JsonAnswer | null> {
  const usage = hasTestKey ? TEST_USAGE : await readAccountUsage(accountId ?? '');
  if (usage?.tier == null || usage.key === null) return null;
  const { plan, tier, planEndsAtMs, key, days, watchList, webhook } = usage;
  return toJsonAnswer({
    plan,
    tier,
    plan_ends_at: toTimestamp(planEndsAtMs),
    limit: TIER_LIMITS[tier],
    window_seconds: LIMIT_WINDOW_SECONDS,
    remaining,
    key: { start: key.start, created_at: toTimestamp(key.createdAtMs) },
    days: days.map(toDayFields),
    watch_list_size: watchList.size,
    watch_list_max: watchList.max,
    webhook: webhook && {
      state: webhook.state,
      failing_since: toTimestamp(webhook.failingSinceMs),
      next_attempt_at: toTimestamp(webhook.nextAttemptMs),
    },
  });
}
