import type { DatabaseSync } from 'node:sqlite';
import {
  type CompanyFilter,
  type CompanyStats,
  type StaffReads,
  sortCounts,
  type ValueCount,
} from '../port/staff-reads.ts';
import { createActivityIds } from './activities.ts';
import { toChange, toIdno, toIdnoColumn, toStoredCompany } from './company-record.ts';
import { createCompanySearch } from './company-search.ts';
import { asStoreCall } from './database.ts';

type Row = Record<string, unknown>;

export type CompanyReads = Pick<
  StaffReads,
  | 'findCompanies'
  | 'listCompanies'
  | 'searchCompanies'
  | 'listByPerson'
  | 'findNamesakes'
  | 'listFounded'
  | 'listChanges'
  | 'countCompanies'
>;

/** What staff ask of companies, on a connection that need not be able to write. */
export function createCompanyReads(db: DatabaseSync): CompanyReads {
  const statements = prepare(db);
  const activities = createActivityIds(db);
  const search = createCompanySearch(db, activities);

  return {
    findCompanies: (idnos) =>
      asStoreCall(() =>
        idnos.map((idno) => {
          const column = toIdnoColumn(idno);
          const row = column === null ? undefined : statements.findRecord.get(column);
          return row === undefined ? null : toStoredCompany(row, activities);
        }),
      ),
    listCompanies: (filter, after, first) =>
      asStoreCall(() => listCompanies(db, filter, toAfter(after), first).map(toIdno)),
    searchCompanies: (text, first) => asStoreCall(() => search.byName(text, first).map(toIdno)),
    listByPerson: (words, after, first) =>
      asStoreCall(() => search.byPerson(words, toAfter(after), first).map(toIdno)),
    findNamesakes: (names) =>
      asStoreCall(() => names.map((name) => search.namesakes(name).map(toIdno))),
    listFounded: (marks, first) =>
      asStoreCall(() => marks.map((mark) => statements.listFounded.all(mark, first).map(toIdno))),
    listChanges: (idnos, first) =>
      asStoreCall(() =>
        idnos.map((idno) => statements.listChanges.all(toIdnoColumn(idno), first).map(toChange)),
      ),
    countCompanies: () => asStoreCall(() => toStats(statements.count.all())),
  };
}

function toAfter(idno: string | null): number {
  return idno === null ? -1 : (toIdnoColumn(idno) ?? -1);
}

const CONDITIONS: Readonly<Record<keyof CompanyFilter, string>> = {
  legalForm: 'legal_form = ?',
  status: 'status = ?',
  region: 'region = ?',
  caem: "instr(caem, ' ' || ? || ' ') > 0",
  registeredFrom: 'reg_date >= ?',
  registeredTo: 'reg_date <= ?',
  vatPayer: 'vat_payer = ?',
  flag: "instr(flags, ' ' || ? || ' ') > 0",
  gone: 'gone = ?',
};

function listCompanies(db: DatabaseSync, filter: CompanyFilter, after: number, first: number) {
  const given = (Object.keys(CONDITIONS) as (keyof CompanyFilter)[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [{ condition: CONDITIONS[name], value }];
  });
  // Without a condition the companies' own index gives the page at once.
  const table = given.length === 0 ? 'companies' : 'company_facets';
  const where = ['idno > ?', ...given.map(({ condition }) => condition)].join(' AND ');
  const values = given.map(({ value }) => (typeof value === 'boolean' ? Number(value) : value));
  return db
    .prepare(`SELECT idno FROM ${table} WHERE ${where} ORDER BY idno LIMIT ?`)
    .all(after, ...values, first);
}

function toStats(groups: readonly Row[]): CompanyStats {
  const sum = (rows: readonly Row[]) => rows.reduce((all, row) => all + Number(row['count']), 0);
  return {
    companies: sum(groups),
    gone: sum(groups.filter((row) => row['gone'] === 1)),
    regions: sumBy('region', groups),
    legalForms: sumBy('legal_form', groups),
    statuses: sumBy('status', groups),
  };
}

function sumBy(column: string, groups: readonly Row[]): ValueCount[] {
  const counts = new Map<string | null, number>();
  for (const row of groups) {
    const value = row[column] === null ? null : String(row[column]);
    counts.set(value, (counts.get(value) ?? 0) + Number(row['count']));
  }
  return sortCounts([...counts].map(([value, count]) => ({ value, count })));
}

function prepare(db: DatabaseSync) {
  return {
    findRecord: db.prepare('SELECT * FROM companies WHERE idno = ?'),
    listFounded: db.prepare('SELECT idno FROM founder_links WHERE mark = ? ORDER BY idno LIMIT ?'),
    listChanges: db.prepare(
      'SELECT * FROM company_changes WHERE idno = ? ORDER BY revision DESC LIMIT ?',
    ),
    // One pass for all: sorting the companies anew for each would take longer.
    count: db.prepare(`SELECT region, legal_form, status, gone, count(*) AS count
      FROM company_facets GROUP BY region, legal_form, status, gone`),
  };
}
