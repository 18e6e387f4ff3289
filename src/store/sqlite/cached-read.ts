import type { DatabaseSync } from 'node:sqlite';
import { memoize } from '../../domain/memoize.ts';
import { prepareDataVersion } from './database.ts';

/**
 * Accounts of about 800 bytes each, and keys without a row. When the cache is full it is emptied, so
 * unknown keys can at worst make every request an uncached read.
 */
const MAX_CACHED = 10_000;

/**
 * Prepares a read that caches rows until any process writes anything to this file: the data version
 * (`prepareDataVersion` in `database.ts`) then differs and the cache is emptied. The look-up of API
 * keys (`findKeyAccess`, used by rest/api-guard.ts) is cached with it; counts and last uses, which
 * are written all the time, are therefore in `usage.db`. Call the returned function once per batch,
 * as it checks for writes. It throws Unavailable if the file cannot be read; errors of `read` are
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
    // A rollback does not change the version, so rows read before it must not be cached.
    if (db.isTransaction) return read;
    if (version !== cachedVersion) {
      readCached = memoize(MAX_CACHED, read);
      cachedVersion = version;
    }
    return readCached;
  };
}
