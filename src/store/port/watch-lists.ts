import type { WatchListChange, WatchListOutcome } from '../../domain/account/watch-list.ts';

/** The companies that each account watches, by IDNO; the register need not have them. */
export interface WatchListStore {
  /** Ascending; empty for an account that watches none. */
  find(accountId: string): Promise<string[]>;
  /**
   * One atomic change, so that concurrent ones are all done. Null if the list is full (see
   * `toChangedWatchList`); nothing has changed then. Nothing is stored for an account that does not
   * exist. Repeated, it has no further effect.
   */
  change(
    accountId: string,
    change: WatchListChange,
    maxSize: number,
  ): Promise<WatchListOutcome | null>;
}
