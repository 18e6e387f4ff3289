import type { Document } from 'mongodb';
import { toChangedWatchList, type WatchListChange } from '../../domain/account/watch-list.ts';
import type { WatchListStore } from '../port/accounts.ts';
import { notDeleted } from './account-record.ts';
import type { Collections } from './collections.ts';

export function createWatchListStore({ accounts, watchLists }: Collections): WatchListStore {
  return {
    async find(accountId) {
      const found = await watchLists.findOne({ _id: accountId });
      return found?.idnos ?? [];
    },
    async change(accountId, change, maxSize) {
      const before = await watchLists.findOneAndUpdate(
        { _id: accountId },
        toUpdate(change, maxSize),
        { upsert: true, returnDocument: 'before' },
      );
      // The deletion of an account deletes the list that it finds; this deletes one written later.
      const exists = await accounts.count(notDeleted(accountId), { limit: 1 });
      if (exists === 0) await watchLists.deleteOne({ _id: accountId });
      return toChangedWatchList(before?.idnos ?? [], change, maxSize)?.outcome ?? null;
    },
  };
}

/** The server does what `toChangedWatchList` does, so that no other change can come in between. */
function toUpdate({ add, remove }: WatchListChange, maxSize: number): Document[] {
  const idnos = { $ifNull: ['$idnos', []] };
  const next = { $setUnion: [{ $setDifference: [idnos, remove] }, add] };
  const fits = {
    $or: [{ $lte: [{ $size: '$next' }, maxSize] }, { $setIsSubset: ['$next', idnos] }],
  };
  const sorted = { $sortArray: { input: '$next', sortBy: 1 } };
  return [
    { $set: { next } },
    { $set: { idnos: { $cond: [fits, sorted, idnos] } } },
    { $unset: 'next' },
  ];
}
