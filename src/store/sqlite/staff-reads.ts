import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StaffReads } from '../port/staff-reads.ts';
import { createAccountReads } from './account-reads.ts';
import { createCompanyReads } from './company-reads.ts';
import { toReason } from './driver-errors.ts';
import { createImportReads } from './import-reads.ts';
import { openReadOnly } from './open-database.ts';

const BUSY_TIMEOUT_MS = 2_000;
const CACHE_KIB = 16_384;

/** All that staff ask, on connections of their own that can't write. Throws when they can't open. */
export function openSqliteStaffReads(dataDir: string): StaffReads & { close(): void } {
  const companies = open(join(dataDir, 'companies.db'));
  const accounts = open(join(dataDir, 'accounts.db'));
  const usage = open(join(dataDir, 'usage.db'));
  return {
    ...createCompanyReads(companies),
    ...createImportReads(companies),
    ...createAccountReads(accounts, usage),
    close() {
      for (const db of [companies, accounts, usage]) db.close();
    },
  };
}

function open(path: string): DatabaseSync {
  try {
    return openReadOnly(path, BUSY_TIMEOUT_MS, CACHE_KIB);
  } catch (error) {
    throw new Error(`can't open ${path}: ${toReason(error)}`, { cause: error });
  }
}
