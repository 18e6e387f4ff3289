import type { DatabaseSync } from 'node:sqlite';
import { withDelisting } from '../../domain/company/company.ts';
import { createHistoryReads } from '../imports/history.ts';
import { createRunReads } from '../imports/runs.ts';
import { createFindSupplements } from '../imports/supplements.ts';
import {
  assertWriteSize,
  type CompanyReads,
  type CompanyState,
  type CompanyWrites,
  MAX_LISTED_ACTIVITIES,
  type StoredCompany,
} from '../port/companies.ts';
import {
  type ActivityIds,
  createActivityIds,
  LIST_ACTIVITIES,
  toActivityClass,
} from './activities.ts';
import { readIdno, toCompany, toIdnoColumn, toState, toStoredCompany } from './company-record.ts';
import { createImportCollections } from './company-schema.ts';
import {
  asStoreCall,
  asStoreCalls,
  prepareDataVersion,
  prepareFind,
  prepareReadEach,
  toTextOrNull,
} from './database.ts';
import { toBatch } from './writer/company-writer.ts';
import type { ImportWrites } from './writer/import-writes.ts';

type Row = Record<string, unknown>;

/** States are small, so a page is read in a few milliseconds. */
const STATES_PER_PAGE = 5_000;

export function createCompanyReads(
  db: DatabaseSync,
  activities: ActivityIds = createActivityIds(db),
): CompanyReads {
  const findAll = prepareFindAll(db);
  const findCompany = prepareFind(db, 'SELECT company, gone_since FROM companies WHERE idno = ?');
  const documents = createImportCollections(db);
  const findRecords = prepareFindRecords(db, activities);
  const count = db.prepare('SELECT count(*) AS count FROM companies');
  const listIdnos = db.prepare('SELECT idno FROM companies WHERE idno > ? ORDER BY idno LIMIT ?');
  const listActivities = db.prepare(`${LIST_ACTIVITIES} LIMIT ?`);
  return asStoreCalls<CompanyReads>({
    findByIdnos: (idnos) =>
      findAll(findCompany, idnos, ([column, goneSince]) =>
        withDelisting(toCompany(column, activities), toTextOrNull(goneSince)),
      ),
    readDataVersion: prepareDataVersion(db),
    ...createRunReads(documents),
    ...createHistoryReads(documents, async (idnos) => findRecords(idnos)),
    count: () => Number(count.get()?.['count']),
    listActivities: () => listActivities.all(MAX_LISTED_ACTIVITIES).map(toActivityClass),
    listIdnos: (after, first) =>
      listIdnos.all(after === null ? -1 : Number(after), first).map(readIdno),
  });
}

/** Reads on the connection and writes with `writer`, on the same connection or in a thread. */
export function createCompanyWrites(
  db: DatabaseSync,
  activities: ActivityIds,
  writer: ImportWrites,
): CompanyWrites {
  const findAll = prepareFindAll(db);
  const findRevision = prepareFind(db, 'SELECT revision FROM companies WHERE idno = ?');
  return {
    scanStates: () => scanStates(db),
    ...asStoreCalls<Omit<CompanyWrites, 'scanStates'>>({
      findRecords: prepareFindRecords(db, activities),
      findRevisions: (idnos) => findAll(findRevision, idnos, ([revision]) => Number(revision)),
      findSupplements: createFindSupplements(createImportCollections(db)),
      write(companies, changes, supplements = [], published = []) {
        for (const rows of [companies, changes, supplements, published])
          assertWriteSize(rows.length);
        const batch = toBatch(activities, companies, changes, supplements, published);
        return writer.next(companies.length).write(batch);
      },
      recordActivities(found) {
        activities.toIds(found.map((one) => ({ ...one, main: false })));
        return writer.next(0).write(toBatch(activities, [], [], [], []));
      },
      flush: () => writer.next(0).flush(),
      removeSamples: () => writer.next(0).removeSamples(),
    }),
  };
}

export function prepareFindRecords(db: DatabaseSync, activities: ActivityIds) {
  const findAll = prepareFindAll(db);
  const findRecord = db.prepare('SELECT * FROM companies WHERE idno = ?');
  return (idnos: readonly string[]): (StoredCompany | null)[] =>
    findAll(
      (idno) => findRecord.get(idno),
      idnos,
      (row) => toStoredCompany(row, activities),
    );
}

/** Looks up each IDNO in the given order. */
export function prepareFindAll(db: DatabaseSync) {
  const readEach = prepareReadEach(db);
  return <Found, Result>(
    find: (idno: number) => Found | undefined,
    idnos: readonly string[],
    toResult: (found: Found) => Result,
  ): (Result | null)[] =>
    readEach(idnos, (idno) => {
      const column = toIdnoColumn(idno);
      const found = column === null ? undefined : find(column);
      return found === undefined ? null : toResult(found);
    });
}

async function* scanStates(db: DatabaseSync): AsyncGenerator<CompanyState[]> {
  const listStates = db.prepare(`SELECT id, idno, fingerprint, gone_since, sample FROM companies
    WHERE id > ? ORDER BY id LIMIT ?`);
  let lastId = 0;
  for (;;) {
    const rows: Row[] = await asStoreCall(() => listStates.all(lastId, STATES_PER_PAGE));
    const last = rows.at(-1);
    if (last === undefined) return;
    lastId = Number(last['id']);
    yield rows.map(toState);
  }
}
