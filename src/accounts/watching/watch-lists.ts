import { toTierAt, WATCH_LIST_SIZES } from '../../domain/account/plan.ts';
import type { WatchListChange, WatchListOutcome } from '../../domain/account/watch-list.ts';
import type { AccountStore } from '../../store/accounts/accounts.ts';
import type { WatchListStore } from '../../store/accounts/watch-lists.ts';

/** The companies that accounts watch. Both reject with Unavailable. */
export interface WatchLists extends Pick<WatchListStore, 'find'> {
  /** Null, and nothing changes, if the list is full for the plan that the account has now. */
  change(accountId: string, change: WatchListChange): Promise<WatchListOutcome | null>;
}

interface WatchListDependencies {
  accounts: Pick<AccountStore, 'findById'>;
  watchLists: WatchListStore;
  nowMs: () => number;
}

export function createWatchLists(dependencies: WatchListDependencies): WatchLists {
  const { accounts, watchLists, nowMs } = dependencies;
  return {
    find: (accountId) => watchLists.find(accountId),
    async change(accountId, change) {
      const account = await accounts.findById(accountId);
      const tier = toTierAt(account?.subscription ?? null, nowMs());
      const maxSize = tier === null ? 0 : WATCH_LIST_SIZES[tier];
      return await watchLists.change(accountId, change, maxSize);
    },
  };
}
