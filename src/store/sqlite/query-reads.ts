import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type {
  ImportChangeFilter,
  QueryReads,
  RejectFilter,
  StaffImportReads,
} from '../port/query-reads.ts';
import { createAccountReads } from './account-reads.ts';
import { createCompanyQueries } from './company-queries.ts';
import { countRows, listRows, toConditions } from './conditions.ts';
import { asStoreCalls } from './database.ts';
import { toReason } from './driver-errors.ts';
import { prepareListRuns, toReject, toRun } from './imports.ts';
import { openReadOnly } from './open-database.ts';
import { createChangeReads, toRecordedChange } from './public-changes.ts';

const CACHE_KIB = 16_384;

/** Opens its own read-only connections. Throws a one-line Error if a file cannot be opened. */
export function openSqliteQueryReads(dataDir: string): QueryReads & { close(): void } {
  const companies = open(join(dataDir, 'companies.db'));
  const accounts = open(join(dataDir, 'accounts.db'));
  const usage = open(join(dataDir, 'usage.db'));
  return {
    ...createCompanyQueries(companies),
    ...createStaffImportReads(companies),
    ...createChangeReads(companies),
    ...createAccountReads(accounts, usage),
    close() {
      for (const db of [companies, accounts, usage]) db.close();
    },
  };
}

function createStaffImportReads(db: DatabaseSync): StaffImportReads {
  const list = prepareListRuns(db);
  const findRun = db.prepare('SELECT run FROM imports WHERE id = ?');
  return asStoreCalls<StaffImportReads>({
    listImports: (first) => list.all(first).map(toRun),
    findImports: (ids) =>
      ids.map((id) => {
        const row = findRun.get(id);
        return row === undefined ? null : toRun(row);
      }),
    listRejects(filter, from, first) {
      const conditions = toConditions(REJECT_CONDITIONS, filter);
      const page = { from: 'rejects', conditions, by: 'place', after: from - 1, first };
      return listRows(db, page).map((row) => ({ ...toReject(row), place: Number(row['place']) }));
    },
    countRejects: (filter, max) =>
      countRows(db, 'rejects', toConditions(REJECT_CONDITIONS, filter), max),
    listImportChanges(filter, after, first) {
      const conditions = toConditions(CHANGE_CONDITIONS, filter);
      const range = { by: 'idno', after: Number(after ?? -1), first };
      return listRows(db, { from: 'public_changes', conditions, ...range }).map(toRecordedChange);
    },
    countImportChanges: (filter, max) =>
      countRows(db, 'public_changes', toConditions(CHANGE_CONDITIONS, filter), max),
  });
}

const CHANGE_CONDITIONS: Readonly<Record<keyof ImportChangeFilter, string>> = {
  importId: 'import_ms = (SELECT started_at_ms FROM imports WHERE id = :importId)',
  kind: 'kind = :kind',
};

const REJECT_CONDITIONS: Readonly<Record<keyof RejectFilter, string>> = {
  importId: 'import_id = :importId',
  reason: "reject ->> 'reason' = :reason",
};

function open(path: string): DatabaseSync {
  try {
    return openReadOnly(path, CACHE_KIB);
  } catch (error) {
    throw new Error(`cannot open ${path}: ${toReason(error)}`, { cause: error });
  }
}
