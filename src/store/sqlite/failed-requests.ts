import type { DatabaseSync } from 'node:sqlite';
import {
  type FailedRequest,
  type FailedRequestStore,
  MAX_FAILED_REQUESTS,
} from '../port/failed-requests.ts';
import { MAX_DELETED } from '../port/store.ts';
import { asStoreCalls, inTransaction, prepareFind, prepareReadEach, toFields } from './database.ts';

/** Stores them in `usage.db` for the accounts in `accounts.db`. */
export function createFailedRequestStore(
  accounts: DatabaseSync,
  usage: DatabaseSync,
): FailedRequestStore {
  const findAccount = prepareFind(accounts, 'SELECT 1 FROM accounts WHERE id = ?');
  const findEach = prepareReadEach(accounts);
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
    // Accounts are looked up inside the transaction, for the reason given in `createUsageStore`.
    add: (requests) =>
      inTransaction(usage, () => {
        const byAccount = Map.groupBy(requests, ({ accountId }) => accountId);
        const accountIds = [...byAccount.keys()];
        const owners = findEach(accountIds, findAccount);
        for (const [index, accountId] of accountIds.entries()) {
          if (owners[index] === undefined) continue;
          for (const request of byAccount.get(accountId) ?? []) insert.run({ ...request });
          keepNewest.run({ accountId });
        }
      }),
    deleteExpired: (fromMs, latestMs) => Number(deleteExpired.run(fromMs, latestMs).changes),
  });
}

/** For `AccountReads.listFailedRequests`. */
export function prepareListFailedRequests(usage: DatabaseSync) {
  const list = usage.prepare(`SELECT * FROM failed_requests WHERE account_id = ? AND at_ms >= ?
    ORDER BY at_ms DESC, request_id DESC LIMIT ${MAX_FAILED_REQUESTS}`);
  return (accountIds: readonly string[], fromMs: number) =>
    accountIds.map((id) => list.all(id, fromMs).map(toFields<FailedRequest>));
}
