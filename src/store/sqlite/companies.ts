import type { DatabaseSync } from 'node:sqlite';
import type { Company } from '../../domain/company.ts';
import {
  type CompanyChange,
  type CompanyState,
  type CompanyStore,
  MAX_RECORDS_PER_WRITE,
  type StoredCompany,
} from '../company-store.ts';
import { answer, inTransaction, prepareReadTransaction } from './database.ts';

const IDNO_SHAPE = /^[0-9]{13}$/;

/** Companies by their number as SQLite's own row id: the shortest way to a row that there is. */
export function createCompanyStore(db: DatabaseSync): CompanyStore {
  const statements = prepare(db);
  const inReadTransaction = prepareReadTransaction(db);

  function readAll<Result>(idnos: readonly string[], read: (idno: number) => Result | null) {
    return inReadTransaction(() =>
      idnos.map((idno) => (IDNO_SHAPE.test(idno) ? read(Number(idno)) : null)),
    );
  }

  return {
    findByIdnos: (idnos) =>
      answer(() =>
        readAll(idnos, (idno) => {
          const row = statements.findCompany.get(idno);
          return row === undefined ? null : (JSON.parse(String(row['company'])) as Company);
        }),
      ),
    count: () => answer(() => Number(statements.count.get()?.['count'])),

    findStates: (idnos) =>
      answer(() =>
        readAll(idnos, (idno) => {
          const row = statements.findState.get(idno);
          return row === undefined ? null : toState(row);
        }),
      ),
    findRecords: (idnos) =>
      answer(() =>
        readAll(idnos, (idno) => {
          const row = statements.findRecord.get(idno);
          return row === undefined ? null : toStoredCompany(row);
        }),
      ),
    write: (companies, changes) =>
      answer(() => {
        assertWriteSize(companies.length);
        assertWriteSize(changes.length);
        inTransaction(db, () => {
          for (const company of companies) statements.upsert.run(...toColumns(company));
          for (const change of changes) statements.insertChange.run(...toChangeColumns(change));
        });
      }),
    listIdnos: (after, first) =>
      answer(() =>
        statements.listIdnos.all(after === null ? -1 : Number(after), first).map(toIdno),
      ),
    markGone: (idnos, goneSince) =>
      answer(() => {
        assertWriteSize(idnos.length);
        inTransaction(db, () => {
          for (const idno of idnos) statements.markGone.run(goneSince, Number(idno));
        });
      }),
    listChanges: (idno, first) =>
      answer(() => statements.listChanges.all(Number(idno), first).map(toChange)),
    removeSamples: () =>
      answer(() => Number(statements.removeSamples.run(MAX_RECORDS_PER_WRITE).changes)),
  };
}

function prepare(db: DatabaseSync) {
  return {
    findCompany: db.prepare('SELECT company FROM companies WHERE idno = ?'),
    count: db.prepare('SELECT count(*) AS count FROM companies'),
    findState: db.prepare('SELECT fingerprint, gone_since, sample FROM companies WHERE idno = ?'),
    findRecord: db.prepare('SELECT * FROM companies WHERE idno = ?'),
    upsert: db.prepare(`
      INSERT INTO companies (idno, fingerprint, gone_since, sample, company, details)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (idno) DO UPDATE SET fingerprint = excluded.fingerprint,
        gone_since = excluded.gone_since, sample = excluded.sample,
        company = excluded.company, details = excluded.details`),
    insertChange: db.prepare('INSERT OR REPLACE INTO company_changes VALUES (?, ?, ?, ?)'),
    listIdnos: db.prepare('SELECT idno FROM companies WHERE idno > ? ORDER BY idno LIMIT ?'),
    markGone: db.prepare('UPDATE companies SET gone_since = ? WHERE idno = ?'),
    listChanges: db.prepare(
      'SELECT * FROM company_changes WHERE idno = ? ORDER BY dump_date DESC, import_id DESC LIMIT ?',
    ),
    removeSamples: db.prepare(`DELETE FROM companies WHERE idno IN
      (SELECT idno FROM companies WHERE sample = 1 LIMIT ?)`),
  };
}

type Row = Record<string, unknown>;

function assertWriteSize(size: number): void {
  if (size > MAX_RECORDS_PER_WRITE) {
    throw new RangeError(`one write takes at most ${MAX_RECORDS_PER_WRITE} records, got ${size}`);
  }
}

function toIdno(row: Row): string {
  return String(row['idno']).padStart(13, '0');
}

function toState(row: Row): CompanyState {
  return {
    fingerprint: String(row['fingerprint']),
    goneSince: row['gone_since'] === null ? null : String(row['gone_since']),
    sample: row['sample'] === 1,
  };
}

function toStoredCompany(row: Row): StoredCompany {
  return {
    company: JSON.parse(String(row['company'])),
    ...JSON.parse(String(row['details'])),
    ...toState(row),
  };
}

function toColumns(stored: StoredCompany) {
  const { company, fingerprint, goneSince, sample, ...details } = stored;
  return [
    Number(company.idno),
    fingerprint,
    goneSince,
    sample ? 1 : 0,
    JSON.stringify(company),
    JSON.stringify(details),
  ] as const;
}

function toChangeColumns(change: CompanyChange) {
  const { idno, importId, dumpDate, previous } = change;
  return [Number(idno), importId, dumpDate, JSON.stringify(previous)] as const;
}

function toChange(row: Row): CompanyChange {
  return {
    idno: toIdno(row),
    importId: String(row['import_id']),
    dumpDate: String(row['dump_date']),
    previous: JSON.parse(String(row['previous'])),
  };
}
