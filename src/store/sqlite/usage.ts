import type { DatabaseSync } from 'node:sqlite';
import { MAX_DELETED } from '../port/store.ts';
import { type FailedRequestStore, MAX_FAILED_REQUESTS, type UsageStore } from '../port/usage.ts';
import { asStoreCalls, inTransaction, prepareFind, prepareReadEach } from './database.ts';

/** Stores counts in `usage.db` for the accounts in `accounts.db`. */
export function createUsageStore(accounts: DatabaseSync, usage: DatabaseSync): UsageStore {
  const haveAccounts = prepareHaveAccounts(accounts);
  // Positional parameters, which are faster than named ones.
  const add = usage.prepare(`INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET ok = ok + excluded.ok,
      client_errors = client_errors + excluded.client_errors, limited = limited + excluded.limited,
      not_modified = not_modified + excluded.not_modified,
      not_found = not_found + excluded.not_found`);
  const deleteBefore = usage.prepare(`DELETE FROM usage WHERE (account_id, day) IN
    (SELECT account_id, day FROM usage WHERE day < ? LIMIT ${MAX_DELETED})`);
  return asStoreCalls<UsageStore>({
    add: (counts) =>
      inTransaction(usage, () => {
        const exist = haveAccounts(counts.map(({ accountId }) => accountId));
        for (const [index, count] of counts.entries()) {
          if (!exist[index]) continue;
          const { accountId, day, ok, notModified, notFound, clientErrors, limited } = count;
          add.run(accountId, day, ok, clientErrors, limited, notModified, notFound);
        }
      }),
    deleteBefore: (day) => Number(deleteBefore.run(day).changes),
  });
}

/** Stores failed requests in `usage.db` for the accounts in `accounts.db`. */
export function createFailedRequestStore(
  accounts: DatabaseSync,
  usage: DatabaseSync,
): FailedRequestStore {
  const haveAccounts = prepareHaveAccounts(accounts);
  const insert = usage.prepare(`INSERT OR IGNORE INTO failed_requests
    VALUES (:accountId, :atMs, :requestId, :method, :path, :status, :error, :network)`);
  const keepNewest = usage.prepare(`DELETE FROM failed_requests
    WHERE account_id = :accountId AND (at_ms, request_id) <= (
      SELECT at_ms, request_id FROM failed_requests WHERE account_id = :accountId
      ORDER BY at_ms DESC, request_id DESC LIMIT 1 OFFSET ${MAX_FAILED_REQUESTS})`);
  const deleteExpired = usage.prepare(`DELETE FROM failed_requests
    WHERE (account_id, at_ms, request_id) IN
      (SELECT account_id, at_ms, request_id FROM failed_requests
       WHERE at_ms < ? OR at_ms > ? LIMIT ${MAX_DELETED})`);
  return asStoreCalls<FailedRequestStore>({
    add: (requests) =>
      inTransaction(usage, () => {
        const byAccount = Map.groupBy(requests, ({ accountId }) => accountId);
        const accountIds = [...byAccount.keys()];
        const exist = haveAccounts(accountIds);
        for (const [index, accountId] of accountIds.entries()) {
          if (!exist[index]) continue;
          for (const request of byAccount.get(accountId) ?? []) insert.run({ ...request });
          keepNewest.run({ accountId });
        }
      }),
    deleteExpired: (fromMs, latestMs) => Number(deleteExpired.run(fromMs, latestMs).changes),
  });
}

/**
 * Whether each account exists. Call it inside the transaction that writes for them: if one is deleted
 * after that, its deletion waits for this commit and then deletes what was written.
 */
function prepareHaveAccounts(accounts: DatabaseSync) {
  const find = prepareFind(accounts, 'SELECT 1 FROM accounts WHERE id = ?');
  const findEach = prepareReadEach(accounts);
  return (ids: readonly string[]) => findEach(ids, (id) => find(id) !== undefined);
}

/** The columns of a `DayUsage`, in the order of its fields. */
export const DAY_USAGE = 'day, ok, not_modified, not_found, client_errors, limited';
