import type { DatabaseSync } from 'node:sqlite';
import type { Counters, DayUsage, UsageCount } from '../port/usage.ts';
import { asStoreCalls, inTransaction, toFields } from './database.ts';

export const COUNTER_TABLE = `
  CREATE TABLE usage (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    ok INTEGER NOT NULL,
    client_errors INTEGER NOT NULL,
    limited INTEGER NOT NULL,
    not_modified INTEGER NOT NULL,
    not_found INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_day ON usage (day);`;

const DAY_USAGE = 'day, ok, not_modified, not_found, client_errors, limited';

/** A batch is one transaction, so its id is not needed. */
export function createCounters(usage: DatabaseSync): Counters {
  // Positional parameters, which are faster than named ones.
  const add = usage.prepare(`INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET ok = ok + excluded.ok,
      client_errors = client_errors + excluded.client_errors, limited = limited + excluded.limited,
      not_modified = not_modified + excluded.not_modified,
      not_found = not_found + excluded.not_found`);
  const list = usage.prepare(
    `SELECT ${DAY_USAGE} FROM usage WHERE account_id = ? AND day >= ? AND day <= ? ORDER BY day`,
  );
  const listAll = usage.prepare(`SELECT account_id, ${DAY_USAGE} FROM usage
    WHERE (account_id, day) > (?, ?) ORDER BY account_id, day LIMIT ?`);
  const prepareRemove = (where: string) =>
    usage.prepare(`DELETE FROM usage WHERE (account_id, day) IN
      (SELECT account_id, day FROM usage WHERE ${where} LIMIT ?)`);
  const removeOfAccount = prepareRemove('account_id = ?');
  const removeBefore = prepareRemove('day < ?');
  return asStoreCalls<Counters>({
    add: (counts) =>
      inTransaction(usage, () => {
        for (const count of counts) {
          const { accountId, day, ok, notModified, notFound, clientErrors, limited } = count;
          add.run(accountId, day, ok, clientErrors, limited, notModified, notFound);
        }
      }),
    list: (accountId, fromDay, toDay) =>
      list.all(accountId, fromDay, toDay).map(toFields<DayUsage>),
    listAll: (after, first) =>
      listAll.all(after?.accountId ?? '', after?.day ?? '', first).map(toFields<UsageCount>),
    removeWhere(range, max) {
      const { changes } =
        'accountId' in range
          ? removeOfAccount.run(range.accountId, max)
          : removeBefore.run(range.beforeDay, max);
      return Number(changes);
    },
  });
}
