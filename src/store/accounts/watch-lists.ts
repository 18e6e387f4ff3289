import { toChangedWatchList } from '../../domain/account/watch-list.ts';
import type { WatchListStore } from '../port/accounts.ts';
import { findOne } from '../port/documents.ts';
import type { DocumentCollections } from '../port/layout.ts';
import { createChanges } from './change.ts';
import { removeIfDeleted } from './deletion.ts';

export function createWatchListStore(collections: DocumentCollections): WatchListStore {
  const { watchLists } = collections;
  const changeList = createChanges(watchLists);
  return {
    async find(accountId) {
      return [...((await findOne(watchLists, accountId))?.idnos ?? [])];
    },
    async change(accountId, change, maxSize) {
      const changed = await changeList(accountId, (stored) => {
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
