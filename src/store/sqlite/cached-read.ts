import type { DatabaseSync } from 'node:sqlite';
import { memoize } from '../../domain/memoize.ts';
import { prepareDataVersion } from './database.ts';

/**
 * Rows of some 400 bytes each, and keys without a row. When more are asked for, all are dropped:
 * made-up keys can slow requests down to an uncached read, and do nothing worse.
 */
const MAX_CACHED = 10_000;

/**
 * Prepares a read that caches rows until any process writes anything to this file: the data version
 * (`prepareDataVersion` in `database.ts`) then differs and empties the cache. The look-up of API
 * keys (`findKeyAccess`, used by rest/api-guard.ts) is cached so; counts and last uses, which are
 * written all the time, are therefore in `usage.db`. Call the returned function once per batch: it
 * checks for writes then. Throws Unavailable when the file cannot be read; errors of `read` are
 * passed on.
 */
export function prepareCachedRead<Row>(
  db: DatabaseSync,
  read: (key: string) => Row,
): () => (key: string) => Row {
  const readVersion = prepareDataVersion(db);
  let cachedVersion = Number.NaN;
  let readCached = read;
  return () => {
    const version = readVersion();
    // A rollback leaves the version as it is, so nothing read before it may be cached.
    if (db.isTransaction) return read;
    if (version !== cachedVersion) {
      readCached = memoize(MAX_CACHED, read);
      cachedVersion = version;
    }
    return readCached;
  };
}
