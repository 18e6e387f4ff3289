import type { CompanySnapshot } from '../port/store.ts';
import { createCompanyReads } from './companies.ts';
import { COMPANY_FILE } from './company-schema.ts';
import { findStoreFile } from './folder.ts';
import { openDatabase } from './open-database.ts';
import { createChangeReads } from './public-changes.ts';

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
      changes: createChangeReads(db),
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
