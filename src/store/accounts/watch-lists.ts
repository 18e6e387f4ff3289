import {
  toChangedWatchList,
  type WatchListChange,
  type WatchListOutcome,
} from '../../domain/account/watch-list.ts';
import { findOne } from '../port/documents.ts';
import type { DocumentCollections } from '../port/layout.ts';
import { createChanges } from './change.ts';
import { removeIfDeleted } from './deletion.ts';

export type WatchListStore = ReturnType<typeof createWatchListStore>;

/** The companies that each account watches, by IDNO; the register need not have them. */
export function createWatchListStore(collections: DocumentCollections) {
  const { watchLists } = collections;
  const changeList = createChanges(watchLists);
  return {
    /** Ascending; empty for an account that watches none. */
    async find(accountId: string): Promise<string[]> {
      return [...((await findOne(watchLists, accountId))?.idnos ?? [])];
    },
    /**
     * One atomic change, so that concurrent ones are all done. Null if the list is full (see
     * `toChangedWatchList`); nothing has changed then. Nothing is stored for an account that does not
     * exist. Repeated, it has no further effect.
     */
    async change(
      accountId: string,
      change: WatchListChange,
      maxSize: number,
    ): Promise<WatchListOutcome | null> {
      const changed = await changeList<WatchListOutcome | null>(accountId, (stored) => {
        const next = toChangedWatchList(stored?.idnos ?? [], change, maxSize);
        if (next === null) return { result: null };
        const { idnos, outcome } = next;
        if (outcome.added === 0 && outcome.removed === 0) return { result: outcome };
        return { result: outcome, next: { id: accountId, version: 0, idnos } };
      });
      await removeIfDeleted(collections, 'watchLists', [accountId]);
      return changed;
    },
  };
}
