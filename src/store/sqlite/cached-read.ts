import type { DatabaseSync } from 'node:sqlite';
import { memoize } from '../../domain/memoize.ts';
import { prepareDataVersion } from './database.ts';

/**
 * Rows in memory, some 400 bytes each, and keys that have none. Where more are asked for, all are
 * let go: whoever invents so many keys takes the gain away, and nothing else.
 */
const MAX_KEPT = 10_000;

/**
 * Prepares a read that caches its rows until any connection of any process writes to this file. The
 * look-up of API keys (`findKeyAccess`, used by rest/api-guard.ts) is cached so. Call the returned
 * function once per batch: it checks for writes then. Throws Unavailable when the file cannot be
 * read; errors of `read` are passed on.
 */
export function prepareCachedRead<Row>(
  db: DatabaseSync,
  read: (key: string) => Row,
): () => (key: string) => Row {
  const readVersion = prepareDataVersion(db);
  let keptVersion = Number.NaN;
  let readKept = read;
  return () => {
    const version = readVersion();
    // What is taken back leaves the version as it is.
    if (db.isTransaction) return read;
    if (version !== keptVersion) {
      readKept = memoize(MAX_KEPT, read);
      keptVersion = version;
    }
    return readKept;
  };
}
