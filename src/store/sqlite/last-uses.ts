import type { DatabaseSync } from 'node:sqlite';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { KeyUse } from '../port/accounts.ts';
import { inTransaction, prepareFind } from './database.ts';

// The last uses of keys in `usage.db`: one row per account, for the key that was used last.

/** Milliseconds since the epoch; null if this key of the account has not been used yet. */
export type FindLastUse = (accountId: string, keyHash: string) => number | null;

export function prepareFindLastUse(usage: DatabaseSync): FindLastUse {
  const select = usage.prepare(
    'SELECT last_used_at_ms FROM key_uses WHERE account_id = ? AND key_hash = ?',
  );
  return (accountId, keyHash) => {
    const row = select.get(accountId, keyHash);
    return row === undefined ? null : Number(row['last_used_at_ms']);
  };
}

/** See `AccountStore.recordKeyUses`. */
export function prepareRecordUses(accounts: DatabaseSync, usage: DatabaseSync) {
  const findOwner = prepareFind(accounts, 'SELECT id FROM accounts WHERE key_hash = ?');
  const upsert = usage.prepare(`INSERT INTO key_uses VALUES (:accountId, :keyHash, :atMs)
    ON CONFLICT (account_id) DO UPDATE SET key_hash = :keyHash, last_used_at_ms = :atMs
    WHERE key_hash <> :keyHash OR last_used_at_ms < :atMs OR last_used_at_ms > :latestMs`);
  return (uses: readonly KeyUse[], nowMs: number): void => {
    const latestMs = nowMs + MAX_CLOCK_SKEW_MS;
    inTransaction(usage, () => {
      for (const { keyHash, atMs } of uses) {
        const [owner] = findOwner(keyHash) ?? [];
        if (owner === undefined) continue;
        upsert.run({ accountId: String(owner), keyHash, atMs, latestMs });
      }
    });
  };
}
