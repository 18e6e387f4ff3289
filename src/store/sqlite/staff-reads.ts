import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StaffReads } from '../port/staff-reads.ts';
import { createAccountReads } from './account-reads.ts';
import { createCompanyReads } from './company-reads.ts';
import { toReason } from './driver-errors.ts';
import { createImportReads } from './import-reads.ts';

const BUSY_TIMEOUT_MS = 2_000;
const CACHE_KIB = 16_384;
const MMAP_BYTES = 4 * 2 ** 30;

/** All that staff ask, on connections of their own that can't write. Throws when they can't open. */
export function openSqliteStaffReads(dataDir: string): StaffReads & { close(): void } {
  const companies = openReadOnly(join(dataDir, 'companies.db'));
  const accounts = openReadOnly(join(dataDir, 'accounts.db'));
  return {
    ...createCompanyReads(companies),
    ...createImportReads(companies),
    ...createAccountReads(accounts),
    close() {
      companies.close();
      accounts.close();
    },
  };
}

function openReadOnly(path: string): DatabaseSync {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA mmap_size = ${MMAP_BYTES};`);
    return db;
  } catch (error) {
    throw new Error(`can't open ${path}: ${toReason(error)}`, { cause: error });
  }
}
