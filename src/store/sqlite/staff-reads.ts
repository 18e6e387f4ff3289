import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StaffImportReads, StaffReads } from '../port/staff-reads.ts';
import { asStoreCall } from './database.ts';
import { toReason } from './driver-errors.ts';
import { prepareListRuns, toReject, toRun } from './imports.ts';
import { openReadOnly } from './open-database.ts';
import { createPublicChangeReads } from './public-changes.ts';
import { createStaffAccountReads } from './staff-accounts.ts';
import { createStaffCompanyReads } from './staff-companies.ts';

const BUSY_TIMEOUT_MS = 2_000;
const CACHE_KIB = 16_384;

/** Opens its own read-only connections. Throws a one-line Error if a file cannot be opened. */
export function openSqliteStaffReads(dataDir: string): StaffReads & { close(): void } {
  const companies = open(join(dataDir, 'companies.db'));
  const accounts = open(join(dataDir, 'accounts.db'));
  const usage = open(join(dataDir, 'usage.db'));
  return {
    ...createStaffCompanyReads(companies),
    ...createStaffImportReads(companies),
    ...createPublicChangeReads(companies),
    ...createStaffAccountReads(accounts, usage),
    close() {
      for (const db of [companies, accounts, usage]) db.close();
    },
  };
}

function createStaffImportReads(db: DatabaseSync): StaffImportReads {
  const list = prepareListRuns(db);
  const listRejects = db.prepare(
    'SELECT reject FROM rejects WHERE import_id = ? AND place >= ? ORDER BY place LIMIT ?',
  );
  return {
    listImports: (first) => asStoreCall(() => list.all(first).map(toRun)),
    listRejects: (importId, after, first) =>
      asStoreCall(() => listRejects.all(importId, after, first).map(toReject)),
  };
}

function open(path: string): DatabaseSync {
  try {
    return openReadOnly(path, BUSY_TIMEOUT_MS, CACHE_KIB);
  } catch (error) {
    throw new Error(`cannot open ${path}: ${toReason(error)}`, { cause: error });
  }
}
