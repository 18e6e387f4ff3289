import type { ApiKey } from '../../domain/account/account.ts';
import {
  type Plan,
  type Tier,
  toPlanAt,
  toTierAt,
  WATCH_LIST_SIZES,
} from '../../domain/account/plan.ts';
import type { AccountStore } from '../../store/accounts/accounts.ts';
import type { DayUsage } from '../../store/port/usage.ts';
import type { Webhook } from '../../store/port/webhooks.ts';
import type { ReadUsage } from './usage.ts';

/** What an account has, and what of it is used. */
export interface AccountUsage {
  plan: Plan;
  tier: Tier | null;
  /** The first instant without the plan; null: it has no end. */
  planEndsAtMs: number | null;
  key: Pick<ApiKey, 'start' | 'createdAtMs'> | null;
  /** The last USAGE_DAYS days, oldest first. */
  days: DayUsage[];
  watchList: { size: number; max: number };
  webhook: Pick<Webhook, 'state' | 'failingSinceMs' | 'nextAttemptMs'> | null;
}

interface Sources {
  accounts: Pick<AccountStore, 'findById'>;
  readUsage: ReadUsage;
  findWatchListSize: (accountId: string) => Promise<number>;
  findWebhook: (accountId: string) => Promise<Webhook | null>;
  nowMs: () => number;
}

/** Null if there is no such account. Rejects with Unavailable. */
export type ReadAccountUsage = (accountId: string) => Promise<AccountUsage | null>;

export function createReadAccountUsage(sources: Sources): ReadAccountUsage {
  return async (accountId) => {
    const [account, days, size, webhook] = await Promise.all([
      sources.accounts.findById(accountId),
      sources.readUsage(accountId),
      sources.findWatchListSize(accountId),
      sources.findWebhook(accountId),
    ]);
    if (account === null) return null;
    const { subscription, apiKey } = account;
    const nowMs = sources.nowMs();
    const tier = toTierAt(subscription, nowMs);
    const planEndsAtMs = tier === null ? null : (subscription?.endsAtMs ?? null);
    const max = tier === null ? 0 : WATCH_LIST_SIZES[tier];
    const plan = toPlanAt(subscription, nowMs);
    const watchList = { size, max };
    return { plan, tier, planEndsAtMs, key: apiKey, days, watchList, webhook };
  };
}

/** A day with the names of v1, in the order in which they are shown. */
export function toDayFields({ day, ok, notModified, notFound, clientErrors, limited }: DayUsage) {
  return {
    day,
    ok,
    not_modified: notModified,
    not_found: notFound,
    client_errors: clientErrors,
    limited,
  };
}
