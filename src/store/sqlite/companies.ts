import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  CompanyChange,
  CompanyState,
  CompanyStore,
  StoredCompany,
  StoredSupplement,
} from '../port/companies.ts';
import { assertWriteSize } from '../port/write-size.ts';
import { createActivityIds } from './activities.ts';
import { toIndexColumns } from './company-index.ts';
import {
  toChange,
  toChangeColumns,
  toCompany,
  toCompanyColumns,
  toIdno,
  toIdnoColumn,
  toState,
  toStoredCompany,
  toStoredSupplement,
  toSupplementColumns,
} from './company-record.ts';
import {
  answer,
  prepareDataVersion,
  prepareFind,
  prepareReadEach,
  toStoreFault,
} from './database.ts';
import {
  type CompanyBatch,
  type CompanyWrites,
  createCompanyWriter,
  toWrites,
} from './writer/company-writer.ts';

type Row = Record<string, unknown>;

/** States are small: a page of so many is read in some milliseconds. */
const STATES_PER_PAGE = 5_000;

/** Reads on the connection and writes by `writes`, on the same connection or elsewhere. */
export function createCompanyStore(
  db: DatabaseSync,
  writes: CompanyWrites = toWrites(createCompanyWriter(db, 0)),
): CompanyStore {
  const statements = prepare(db);
  const readEach = prepareReadEach(db);
  const activities = createActivityIds(db);

  /** One look-up for each number, in their order. */
  function findAll<Found, Result>(
    find: (idno: number) => Found | undefined,
    idnos: readonly string[],
    toResult: (found: Found) => Result,
  ): Promise<(Result | null)[]> {
    const findOne = (idno: string) => {
      const column = toIdnoColumn(idno);
      const found = column === null ? undefined : find(column);
      return found === undefined ? null : toResult(found);
    };
    return answer(() => readEach(idnos, findOne));
  }

  /**
   * What was taken back with a fault may have been the numbers of activities: where the fault is
   * thrown at once, they are forgotten before anyone else is given them.
   */
  async function forgetting<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      activities.forget();
      throw toStoreFault(error);
    }
  }

  function toBatch(
    companies: readonly StoredCompany[],
    changes: readonly CompanyChange[],
    supplements: readonly StoredSupplement[],
  ): CompanyBatch {
    const last = new Map(companies.map((company) => [company.company.idno, company]));
    const rows = Array.from(last.values(), (company) => ({
      columns: toCompanyColumns(company, activities),
      index: toIndexColumns(company),
    }));
    return {
      activities: activities.takeNew(),
      companies: rows,
      changes: changes.map(toChangeColumns),
      supplements: supplements.map(toSupplementColumns),
    };
  }

  return {
    findByIdnos: (idnos) =>
      findAll(statements.findCompany, idnos, ([column]) => toCompany(column, activities)),
    readDataVersion: prepareDataVersion(db),
    count: () => answer(() => Number(statements.count.get()?.['count'])),

    scanStates: () => scanStates(statements.listStates),
    findRecords: (idnos) =>
      findAll(
        (idno) => statements.findRecord.get(idno),
        idnos,
        (row) => toStoredCompany(row, activities),
      ),
    findSupplements: (idnos) =>
      findAll((idno) => statements.findSupplement.get(idno), idnos, toStoredSupplement),
    async write(companies, changes, supplements = []) {
      for (const rows of [companies, changes, supplements]) assertWriteSize(rows.length);
      await forgetting(() => writes.write(toBatch(companies, changes, supplements)));
    },
    flush: () => forgetting(() => writes.flush()),
    listIdnos: (after, first) =>
      answer(() =>
        statements.listIdnos.all(after === null ? -1 : Number(after), first).map(toIdno),
      ),
    async markGone(idnos, goneSince) {
      assertWriteSize(idnos.length);
      const columns = idnos.map(toIdnoColumn).filter((idno) => idno !== null);
      await forgetting(() => writes.markGone(columns, goneSince));
    },
    listChanges: (idno, first) =>
      answer(() => statements.listChanges.all(toIdnoColumn(idno), first).map(toChange)),
    removeSamples: () => forgetting(() => writes.removeSamples()),
  };
}

async function* scanStates(listStates: StatementSync): AsyncGenerator<CompanyState[]> {
  let lastId = 0;
  for (;;) {
    const rows: Row[] = await answer(() => listStates.all(lastId, STATES_PER_PAGE));
    const last = rows.at(-1);
    if (last === undefined) return;
    lastId = Number(last['id']);
    yield rows.map(toState);
  }
}

function prepare(db: DatabaseSync) {
  return {
    findCompany: prepareFind(db, 'SELECT company FROM companies WHERE idno = ?'),
    count: db.prepare('SELECT count(*) AS count FROM companies'),
    listStates: db.prepare(`SELECT id, idno, fingerprint, gone_since, sample FROM companies
      WHERE id > ? ORDER BY id LIMIT ?`),
    findRecord: db.prepare('SELECT * FROM companies WHERE idno = ?'),
    findSupplement: db.prepare('SELECT * FROM supplements WHERE idno = ?'),
    listIdnos: db.prepare('SELECT idno FROM companies WHERE idno > ? ORDER BY idno LIMIT ?'),
    listChanges: db.prepare(
      'SELECT * FROM company_changes WHERE idno = ? ORDER BY revision DESC LIMIT ?',
    ),
  };
}
