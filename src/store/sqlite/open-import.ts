import { join } from 'node:path';
import type { StoreForImport } from '../port/store.ts';
import { createCompanyStore } from './companies.ts';
import { openImportDatabase } from './import-database.ts';
import { createImportStore } from './imports.ts';
import { acquireLock } from './lock.ts';
import { createImportWrites } from './writer/import-writes.ts';

export interface ImportOptions {
  /** How many rows are gathered before others see them, if nobody flushes. */
  rowsPerCommit: number;
  /** How many companies are written before a thread of its own does it. */
  inlineRows: number;
}

/**
 * Numbers come in no order, so that each batch of rows changes pages all over their index: in
 * commits of 250 rows those were three quarters of all that was written.
 */
const ROWS_PER_COMMIT = 5_000;
/** To start a thread takes as long as some thousand rows. */
const ROWS_HERE = 5_000;

/**
 * Opens the companies in a data folder for an import, beside a server that reads them. Throws an
 * Error of one line, also when another import is running there.
 */
export function openSqliteImport(
  dataDir: string,
  { rowsPerCommit = ROWS_PER_COMMIT, inlineRows = ROWS_HERE }: Partial<ImportOptions> = {},
): StoreForImport {
  const lock = acquireLock(dataDir, 'import');
  try {
    const path = join(dataDir, 'companies.db');
    const db = openImportDatabase(path);
    const writes = createImportWrites(db, { path, rowsPerCommit }, inlineRows);
    const companies = createCompanyStore(db, writes);
    return {
      companies,
      imports: createImportStore(db),
      async close() {
        try {
          if (db.isOpen) await companies.flush();
        } finally {
          await writes.close();
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
