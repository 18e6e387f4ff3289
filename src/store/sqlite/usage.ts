import type { DatabaseSync } from 'node:sqlite';
import { MAX_DELETED } from '../port/store.ts';
import type { DayUsage, UsageStore } from '../port/usage.ts';
import { asStoreCalls, inTransaction, prepareFind, prepareReadEach } from './database.ts';

/** Stores counts in `usage.db` for the accounts in `accounts.db`. */
export function createUsageStore(accounts: DatabaseSync, usage: DatabaseSync): UsageStore {
  const findAccount = prepareFind(accounts, 'SELECT 1 FROM accounts WHERE id = ?');
  const findEach = prepareReadEach(accounts);
  // Positional parameters, which are faster than named ones.
  const add = usage.prepare(`INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET ok = ok + excluded.ok,
      client_errors = client_errors + excluded.client_errors, limited = limited + excluded.limited,
      not_modified = not_modified + excluded.not_modified,
      not_found = not_found + excluded.not_found`);
  const deleteBefore = usage.prepare(`DELETE FROM usage WHERE (account_id, day) IN
    (SELECT account_id, day FROM usage WHERE day < ? LIMIT ${MAX_DELETED})`);
  return asStoreCalls<UsageStore>({
    // Accounts are looked up inside the transaction: if one is deleted after that, its deletion
    // waits for this commit and then deletes the counts.
    add: (counts) =>
      inTransaction(usage, () => {
        const owners = findEach(counts, ({ accountId }) => findAccount(accountId));
        for (const [index, count] of counts.entries()) {
          if (owners[index] === undefined) continue;
          const { accountId, day, ok, notModified, notFound, clientErrors, limited } = count;
          add.run(accountId, day, ok, clientErrors, limited, notModified, notFound);
        }
      }),
    deleteBefore: (day) => Number(deleteBefore.run(day).changes),
  });
}

export function toDayUsage(row: Record<string, unknown>): DayUsage {
  return {
    day: String(row['day']),
    ok: Number(row['ok']),
    notModified: Number(row['not_modified']),
    notFound: Number(row['not_found']),
    clientErrors: Number(row['client_errors']),
    limited: Number(row['limited']),
  };
}
