import { join } from 'node:path';
import type { StoreForImport } from '../store.ts';
import { createCompanyStore } from './companies.ts';
import { COMPANY_MIGRATIONS } from './company-schema.ts';
import { openDatabase } from './database.ts';
import { createImportStore } from './imports.ts';
import { acquireLock } from './lock.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** A dump is written once and hardly read: what it needs again are the pages of one index. */
const CACHE_KIB = 16_384;
/**
 * Pages in the write-ahead log before they go to the database: some 16 MB at a time. Fewer wait
 * for the disk more often, more let a server that reads wait behind them.
 */
const CHECKPOINT_PAGES = 4_000;
/**
 * Numbers come in no order, so that each batch of rows changes pages all over their index: in
 * commits of 250 rows those were three quarters of all that was written.
 */
const ROWS_PER_COMMIT = 5_000;
const MAX_LOG_BYTES = 64 * 2 ** 20;

/**
 * Opens the companies in a data folder for an import, beside a server that reads them. Throws an
 * Error of one line, also when another import is running there.
 */
export function openSqliteImport(dataDir: string, rowsPerCommit = ROWS_PER_COMMIT): StoreForImport {
  const lock = acquireLock(dataDir, 'import');
  try {
    const db = openDatabase(join(dataDir, 'companies.db'), {
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
    const companies = createCompanyStore(db, rowsPerCommit);
    return {
      companies,
      imports: createImportStore(db),
      async close() {
        try {
          if (db.isOpen) await companies.flush();
        } finally {
          if (db.isOpen) db.close();
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
