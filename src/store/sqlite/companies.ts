import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type CompanyState,
  type CompanyStore,
  MAX_RECORDS_PER_WRITE,
  type StoredCompany,
} from '../company-store.ts';
import { assertWriteSize } from '../write-size.ts';
import { createActivityNumbers } from './activities.ts';
import { createCompanyIndex } from './company-index.ts';
import {
  type CompanyColumns,
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
} from './company-row.ts';
import { answer, createGroupCommit, prepareFind, prepareReadEach } from './database.ts';

type Row = Record<string, unknown>;

/** States are small: a page of so many is read in some milliseconds. */
const STATES_PER_PAGE = 5_000;

/** `rowsPerCommit`: how many rows are gathered before others see them, if nobody flushes. */
export function createCompanyStore(db: DatabaseSync, rowsPerCommit = 0): CompanyStore {
  const statements = prepare(db);
  const readEach = prepareReadEach(db);
  const activities = createActivityNumbers(db);
  const index = createCompanyIndex(db);
  const group = createGroupCommit(db, rowsPerCommit);

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

  function put(columns: CompanyColumns): { id: number; isNew: boolean } {
    const { changes, lastInsertRowid } = statements.insert.run(...columns);
    if (Number(changes) > 0) return { id: Number(lastInsertRowid), isNew: true };
    statements.replace.run(...columns);
    return { id: Number(statements.findId.get(columns[0])?.['id']), isNew: false };
  }

  /** What was taken back with a fault may have been the numbers of activities. */
  function forgetting<Result>(work: () => Result): Promise<Result> {
    return answer(() => {
      try {
        return work();
      } catch (error) {
        activities.forget();
        throw error;
      }
    });
  }

  function write<Result>(rows: number, work: () => Result): Promise<Result> {
    return forgetting(() => group.run(rows, work));
  }

  /** Step by step for all: a step that follows its like takes less time than among others. */
  function putAll(companies: readonly StoredCompany[]): void {
    const last = new Map(companies.map((company) => [company.company.idno, company]));
    const rows = Array.from(last.values(), (company) => ({
      company,
      columns: toCompanyColumns(company, activities),
    }));
    index.put(rows.map(({ company, columns }) => ({ company, ...put(columns) })));
  }

  return {
    findByIdnos: (idnos) =>
      findAll(statements.findCompany, idnos, ([column]) => toCompany(column, activities)),
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
      await write(companies.length + changes.length + supplements.length, () => {
        putAll(companies);
        for (const one of changes) statements.upsertChange.run(...toChangeColumns(one));
        for (const one of supplements) {
          statements.upsertSupplement.run(...toSupplementColumns(one));
        }
      });
    },
    flush: () => forgetting(() => group.flush()),
    listIdnos: (after, first) =>
      answer(() =>
        statements.listIdnos.all(after === null ? -1 : Number(after), first).map(toIdno),
      ),
    async markGone(idnos, goneSince) {
      assertWriteSize(idnos.length);
      await write(idnos.length, () => {
        for (const idno of idnos) {
          const column = toIdnoColumn(idno);
          if (column === null) continue;
          statements.markGone.run(goneSince, column);
          index.markGone(column);
        }
      });
    },
    listChanges: (idno, first) =>
      answer(() => statements.listChanges.all(toIdnoColumn(idno), first).map(toChange)),
    removeSamples: () =>
      write(MAX_RECORDS_PER_WRITE, () => {
        const samples = statements.listSamples.all(MAX_RECORDS_PER_WRITE);
        for (const { id = null, idno = null } of samples) {
          statements.removeSupplement.run(idno);
          statements.removeChanges.run(idno);
          index.remove(Number(id), Number(idno));
          statements.remove.run(idno);
        }
        return samples.length;
      }),
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
    findId: db.prepare('SELECT id FROM companies WHERE idno = ?'),
    findRecord: db.prepare('SELECT * FROM companies WHERE idno = ?'),
    findSupplement: db.prepare('SELECT * FROM supplements WHERE idno = ?'),
    insert: db.prepare(`
      INSERT INTO companies (idno, fingerprint, gone_since, sample, revision, company, details)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (idno) DO NOTHING`),
    replace: db.prepare(`UPDATE companies SET fingerprint = ?2, gone_since = ?3, sample = ?4,
      revision = ?5, company = ?6, details = ?7 WHERE idno = ?1`),
    upsertChange: db.prepare('INSERT OR REPLACE INTO company_changes VALUES (?, ?, ?, ?, ?)'),
    upsertSupplement: db.prepare('INSERT OR REPLACE INTO supplements VALUES (?, ?)'),
    listIdnos: db.prepare('SELECT idno FROM companies WHERE idno > ? ORDER BY idno LIMIT ?'),
    markGone: db.prepare('UPDATE companies SET gone_since = ? WHERE idno = ?'),
    listChanges: db.prepare(
      'SELECT * FROM company_changes WHERE idno = ? ORDER BY revision DESC LIMIT ?',
    ),
    listSamples: db.prepare('SELECT id, idno FROM companies WHERE sample = 1 LIMIT ?'),
    remove: db.prepare('DELETE FROM companies WHERE idno = ?'),
    removeChanges: db.prepare('DELETE FROM company_changes WHERE idno = ?'),
    removeSupplement: db.prepare('DELETE FROM supplements WHERE idno = ?'),
  };
}
