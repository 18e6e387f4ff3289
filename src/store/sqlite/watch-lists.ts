import type { DatabaseSync } from 'node:sqlite';
import { toChangedWatchList } from '../../domain/account/watch-list.ts';
import type { WatchListStore } from '../port/accounts.ts';
import { asStoreCalls, inTransaction, prepareFind } from './database.ts';

export function createWatchListStore(db: DatabaseSync): WatchListStore {
  const findRow = prepareFind(db, 'SELECT idnos FROM watch_lists WHERE account_id = ?');
  const write = db.prepare(`INSERT INTO watch_lists
    SELECT id, :idnos FROM accounts WHERE id = :accountId
    ON CONFLICT (account_id) DO UPDATE SET idnos = excluded.idnos`);

  function find(accountId: string): string[] {
    const row = findRow(accountId);
    return row === undefined ? [] : JSON.parse(String(row[0]));
  }

  return asStoreCalls<WatchListStore>({
    find,
    change: (accountId, change, maxSize) =>
      inTransaction(db, () => {
        const changed = toChangedWatchList(find(accountId), change, maxSize);
        if (changed === null) return null;
        const { idnos, outcome } = changed;
        const isChanged = outcome.added > 0 || outcome.removed > 0;
        if (isChanged) write.run({ accountId, idnos: JSON.stringify(idnos) });
        return outcome;
      }),
  });
}
