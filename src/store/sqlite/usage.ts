import type { DatabaseSync } from 'node:sqlite';
import { type DayUsage, MAX_DELETED_DAYS, type UsageStore } from '../port/usage.ts';
import { asStoreCall, inTransaction } from './database.ts';

export function createUsageStore(db: DatabaseSync): UsageStore {
  // By their places: members of an object would take a fifth of the write's time.
  const add = db.prepare(`INSERT INTO usage
    SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?1)
    ON CONFLICT DO UPDATE SET ok = ok + excluded.ok,
      client_errors = client_errors + excluded.client_errors, limited = limited + excluded.limited`);
  const list = db.prepare('SELECT * FROM usage WHERE account_id = ? AND day >= ? ORDER BY day');
  const deleteBefore = db.prepare(`DELETE FROM usage WHERE (account_id, day) IN
    (SELECT account_id, day FROM usage WHERE day < ? LIMIT ${MAX_DELETED_DAYS})`);
  return {
    add: (counts) =>
      asStoreCall(() =>
        inTransaction(db, () => {
          for (const { accountId, day, ok, clientErrors, limited } of counts) {
            add.run(accountId, day, ok, clientErrors, limited);
          }
        }),
      ),
    list: (accountId, fromDay) => asStoreCall(() => list.all(accountId, fromDay).map(toDayUsage)),
    deleteBefore: (day) => asStoreCall(() => Number(deleteBefore.run(day).changes)),
  };
}

export function toDayUsage(row: Record<string, unknown>): DayUsage {
  return {
    day: String(row['day']),
    ok: Number(row['ok']),
    clientErrors: Number(row['client_errors']),
    limited: Number(row['limited']),
  };
}
