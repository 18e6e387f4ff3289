import type { DatabaseSync } from 'node:sqlite';
import { COMPANY_MIGRATIONS } from './company-schema.ts';
import { openDatabase } from './open-database.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** A dump is written once and hardly read: what it needs again are the pages of one index. */
const CACHE_KIB = 16_384;
/**
 * Pages in the write-ahead log before they go to the database: some 16 MB at a time. Fewer wait
 * for the disk more often, more let a server that reads wait behind them.
 */
const CHECKPOINT_PAGES = 4_000;
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** Opens the companies to write many of them. Throws as `openDatabase` does. */
export function openImportDatabase(path: string): DatabaseSync {
  const db = openDatabase(path, {
    migrations: COMPANY_MIGRATIONS,
    synchronous: 'NORMAL',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  // Pages that are mapped would count as this process's memory, up to the whole file.
  db.exec(`
    PRAGMA mmap_size = 0;
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA journal_size_limit = ${MAX_LOG_BYTES};
  `);
  return db;
}
