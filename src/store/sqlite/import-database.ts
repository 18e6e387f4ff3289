import type { DatabaseSync } from 'node:sqlite';
import { COMPANY_FILE } from './company-schema.ts';
import { openDatabase } from './open-database.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** An import writes each page about once; only the pages of one index are needed repeatedly. */
export const WRITER_CACHE_KIB = 16_384;
/** For a connection that mostly reads, each page about once. */
export const READER_CACHE_KIB = 4_096;
/**
 * Pages in the write-ahead log before a checkpoint, about 16 MB. Fewer pages wait for the disk more
 * often; more pages delay a server's reads.
 */
const CHECKPOINT_PAGES = 4_000;
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** Opens `companies.db` for an import. Throws as `openDatabase` does. */
export function openImportDatabase(path: string, cacheKib: number): DatabaseSync {
  const db = openDatabase(path, {
    ...COMPANY_FILE,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  // Mapped pages would count as this process's memory, up to the size of the file.
  db.exec(`
    PRAGMA mmap_size = 0;
    PRAGMA cache_size = -${cacheKib};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA journal_size_limit = ${MAX_LOG_BYTES};
  `);
  return db;
}
