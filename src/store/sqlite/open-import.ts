import { join } from 'node:path';
import { createChangeReads } from '../imports/public-changes.ts';
import { createImportStore } from '../imports/runs.ts';
import type { CompanySnapshot, StoreForImport, WholeStore } from '../store.ts';
import { createAccountData, openAccountDatabases } from './account-databases.ts';
import { createActivityIds } from './activities.ts';
import { createCompanyReads, createCompanyWrites } from './companies.ts';
import {
  COMPANY_FILE,
  createImportCollections,
  openImportDatabase,
  READER_CACHE_KIB,
} from './company-schema.ts';
import { findStoreFile } from './folder.ts';
import { acquireLock } from './lock.ts';
import { openDatabase } from './open-database.ts';
import { createImportWrites } from './writer/import-writes.ts';

interface ImportOptions {
  /** Rows are committed after this many, or at a flush. */
  rowsPerCommit: number;
  /** The most companies written in this thread; further ones are written in a worker thread. */
  inlineRows: number;
}

/**
 * IDNOs are not sorted, so each batch changes pages all over their index; with small commits these
 * pages would be most of the written data.
 */
const ROWS_PER_COMMIT = 5_000;
/** Starting a thread takes as long as writing several thousand rows. */
const INLINE_ROWS = 5_000;

/**
 * Opens the companies in a data folder for an import, while a server may be reading them. Throws a
 * one-line Error, also if another import is using the folder.
 */
export function openSqliteImport(
  dataDir: string,
  { rowsPerCommit = ROWS_PER_COMMIT, inlineRows = INLINE_ROWS }: Partial<ImportOptions> = {},
): StoreForImport {
  const lock = acquireLock(dataDir, 'import');
  try {
    const { companies, documents, close } = openCompanies(dataDir, rowsPerCommit, inlineRows);
    return {
      companies,
      imports: createImportStore(documents, companies.findRevisions),
      close: () => close().finally(lock.release),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Who else may hold the locks of a folder that is copied. */
const COPY_LOCKS = {
  server: { name: 'a server', remedy: 'stop it first' },
  import: { name: 'an import', remedy: 'wait until it ends' },
};

/**
 * Opens all files of a data folder, which is created if it is missing, and locks it until they are
 * closed. Throws a one-line Error, also while a server or an import is using the folder.
 */
export function openWholeSqlite(dataDir: string): WholeStore {
  const opened: (() => void)[] = [];
  const closeAll = () => {
    for (const close of opened.reverse()) close();
  };
  try {
    for (const name of ['server', 'import'] as const) {
      opened.push(acquireLock(dataDir, name, COPY_LOCKS[name]).release);
    }
    const databases = openAccountDatabases(dataDir);
    for (const db of Object.values(databases)) opened.push(() => db.close());
    const { companies, documents, close } = openCompanies(
      dataDir,
      ROWS_PER_COMMIT,
      Number.POSITIVE_INFINITY,
    );
    const accountData = createAccountData(databases);
    return {
      companies,
      documents: { ...accountData.documents, ...documents },
      counters: accountData.counters,
      close: () => close().finally(closeAll),
    };
  } catch (error) {
    closeAll();
    throw error;
  }
}

/** `companies.db`, to be written. Closing it commits all writes. */
function openCompanies(dataDir: string, rowsPerCommit: number, inlineRows: number) {
  const path = join(dataDir, 'companies.db');
  const db = openImportDatabase(path, READER_CACHE_KIB);
  const writer = createImportWrites(db, { path, rowsPerCommit }, inlineRows);
  const activities = createActivityIds(db);
  const companies = {
    ...createCompanyReads(db, activities),
    ...createCompanyWrites(db, activities, writer),
  };
  return {
    companies,
    documents: createImportCollections(db),
    async close() {
      try {
        if (db.isOpen) await companies.flush();
      } finally {
        await writer.close();
        if (db.isOpen) db.close();
      }
    },
  };
}

/**
 * Opens the companies in a data folder in one read transaction; servers and imports of this
 * version may be running. Throws a one-line Error.
 */
export function openSqliteSnapshot(dataDir: string): CompanySnapshot {
  const path = findStoreFile(dataDir, 'companies.db');
  const db = openDatabase(path, { ...COMPANY_FILE, readOnly: true });
  try {
    // The transaction sees the file as it is at its first read.
    db.exec('BEGIN; SELECT 1 FROM companies LIMIT 1');
    return {
      companies: createCompanyReads(db),
      changes: createChangeReads(createImportCollections(db)),
      async confirm() {},
      async close() {
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
