import type { DatabaseSync } from 'node:sqlite';
import type { DayUsage, UsageStore } from '../usage-store.ts';
import { answer, inTransaction } from './database.ts';

export function createUsageStore(db: DatabaseSync): UsageStore {
  const add = db.prepare(`INSERT INTO usage VALUES (:accountId, :day, :ok, :clientErrors, :limited)
    ON CONFLICT DO UPDATE SET ok = ok + :ok, client_errors = client_errors + :clientErrors,
      limited = limited + :limited`);
  const list = db.prepare('SELECT * FROM usage WHERE account_id = ? AND day >= ? ORDER BY day');
  return {
    add: (counts) =>
      answer(() =>
        inTransaction(db, () => {
          for (const count of counts) add.run({ ...count });
        }),
      ),
    list: (accountId, fromDay) => answer(() => list.all(accountId, fromDay).map(toDayUsage)),
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
