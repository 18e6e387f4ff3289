import type { DatabaseSync } from 'node:sqlite';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { KeyUse } from '../port/accounts.ts';
import { inTransaction, prepareCommitsOfOthers, prepareFind } from './database.ts';
import { isDriverError } from './driver-errors.ts';

/** Milliseconds since the epoch; null if this key of the account has not been used yet. */
export type FindLastUse = (accountId: string, keyHash: string) => number | null;

/** The last uses of keys in `usage.db`: one row per account, for the key that was used last. */
interface LastUses {
  find: FindLastUse;
  /** For API requests, which may share the result within a tick of the event loop. */
  openCachedFind(): FindLastUse;
  record(uses: readonly KeyUse[], nowMs: number): void;
}

/** Each takes about 200 bytes. When the cache is full, it is emptied. */
const MAX_CACHED = 10_000;

export function createLastUses(accounts: DatabaseSync, usage: DatabaseSync): LastUses {
  const find = prepareFindLastUse(usage);
  const findOwner = prepareFind(accounts, 'SELECT id FROM accounts WHERE key_hash = ?');
  const upsert = usage.prepare(`INSERT INTO key_uses VALUES (:accountId, :keyHash, :atMs)
    ON CONFLICT (account_id) DO UPDATE SET key_hash = :keyHash, last_used_at_ms = :atMs
    WHERE key_hash <> :keyHash OR last_used_at_ms < :atMs OR last_used_at_ms > :latestMs`);
  const readVersion = prepareCommitsOfOthers(usage);
  const cached = new Map<string, number | null>();
  let cachedVersion = Number.NaN;

  function readAndCache(accountId: string, keyHash: string): number | null {
    const lastUsedAtMs = find(accountId, keyHash);
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(keyHash, lastUsedAtMs);
    return lastUsedAtMs;
  }

  function findCached(accountId: string, keyHash: string): number | null {
    const lastUsedAtMs = cached.get(keyHash);
    return lastUsedAtMs === undefined ? readAndCache(accountId, keyHash) : lastUsedAtMs;
  }

  return {
    find,
    openCachedFind() {
      return (
        orNeverUsed(() => {
          const version = readVersion();
          if (version !== cachedVersion) cached.clear();
          cachedVersion = version;
          return (accountId, keyHash) => orNeverUsed(() => findCached(accountId, keyHash)) ?? null;
        }) ?? (() => null)
      );
    },
    record(uses, nowMs) {
      const latestMs = nowMs + MAX_CLOCK_SKEW_MS;
      const recorded: [accountId: string, keyHash: string][] = [];
      inTransaction(usage, () => {
        for (const { keyHash, atMs } of uses) {
          const [owner] = findOwner(keyHash) ?? [];
          if (owner === undefined) continue;
          const accountId = String(owner);
          upsert.run({ accountId, keyHash, atMs, latestMs });
          recorded.push([accountId, keyHash]);
        }
      });
      // Own commits do not change the version, so a flush does not empty the cache.
      for (const [accountId, keyHash] of recorded) readAndCache(accountId, keyHash);
    },
  };
}

export function prepareFindLastUse(usage: DatabaseSync): FindLastUse {
  const select = usage.prepare(
    'SELECT last_used_at_ms FROM key_uses WHERE account_id = ? AND key_hash = ?',
  );
  return (accountId, keyHash) => {
    const row = select.get(accountId, keyHash);
    return row === undefined ? null : Number(row['last_used_at_ms']);
  };
}

/** No request fails if `usage.db` cannot be read; at worst a use is recorded once more. */
function orNeverUsed<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (!isDriverError(error)) throw error;
    return null;
  }
}
