import type { DatabaseSync } from 'node:sqlite';
import type { CompanyFilter, SearchReads } from '../port/search-reads.ts';
import {
  type CompanyGroup,
  type StaffCompanyReads,
  toCompanyStats,
  toTotal,
} from '../port/staff-reads.ts';
import { createActivityIds } from './activities.ts';
import { prepareFindRecords } from './companies.ts';
import { COMPANY_CONDITIONS } from './company-filter.ts';
import { toChange, toIdno, toIdnoColumn } from './company-record.ts';
import { createCompanySearch } from './company-search.ts';
import { countRows, toConditions } from './conditions.ts';
import { asStoreCall, toTextOrNull } from './database.ts';
import { createNameSearch } from './name-search.ts';
import { createSearchReads } from './search-reads.ts';

/** Works on a read-only connection. */
export function createStaffCompanyReads(db: DatabaseSync): StaffCompanyReads & SearchReads {
  const statements = prepare(db);
  const activities = createActivityIds(db);
  const search = createCompanySearch(db);

  const list: StaffCompanyReads['listCompanies'] = (filter, after, first) =>
    asStoreCall(() => listCompanies(db, filter, toAfter(after), first).map(toIdno));

  return {
    findCompanies: prepareFindRecords(db, activities),
    listCompanies: list,
    countCompanies: (filter, max) =>
      asStoreCall(() => countRows(db, FACETS, toConditions(COMPANY_CONDITIONS, filter), max)),
    ...createSearchReads(db, createNameSearch(db), list),
    listByPerson: (words, after, first) =>
      asStoreCall(() => search.byPerson(words, toAfter(after), first).map(toIdno)),
    countByPerson: (words, max) =>
      asStoreCall(() => toTotal(search.byPerson(words, toAfter(null), max + 1).length, max)),
    findNamesakes: (names) =>
      asStoreCall(() => names.map((name) => search.namesakes(name).map(toIdno))),
    listFounded: (identifiers, first) =>
      asStoreCall(() =>
        identifiers.map((text) => statements.listFounded.all(text, first).map(toIdno)),
      ),
    listChanges: (idnos, first) =>
      asStoreCall(() =>
        idnos.map((idno) => statements.listChanges.all(toIdnoColumn(idno), first).map(toChange)),
      ),
    countByValue: (filter) =>
      asStoreCall(() => toCompanyStats(countGroups(db, filter).map(toGroup))),
  };
}

function toAfter(idno: string | null): number {
  return idno === null ? -1 : (toIdnoColumn(idno) ?? -1);
}

function listCompanies(db: DatabaseSync, filter: CompanyFilter, after: number, first: number) {
  const { where, values } = toConditions(COMPANY_CONDITIONS, filter);
  const page = { ...values, after, first };
  // Without a condition the index of `companies` returns the page directly.
  const isPlain = Object.keys(values).length === 0;
  if (isPlain) return db.prepare(toListSql('companies', where)).all(page);
  const near = db.prepare(toListSql(NEXT_COMPANIES, where)).all(page);
  return near.length === first ? near : db.prepare(toListSql(FACETS, where)).all(page);
}

function toListSql(from: string, where: string): string {
  return `SELECT idno FROM ${from} WHERE idno > :after AND ${where} ORDER BY idno LIMIT :first`;
}

const FACETS = 'company_facets AS facets';

/** Among these a common value fills a page, which saves reading all companies. */
const NEXT_COMPANIES = `(SELECT facets.* FROM
  (SELECT id FROM companies WHERE idno > :after ORDER BY idno LIMIT 1000) AS next
  JOIN company_facets AS facets ON facets.id = next.id) AS facets`;

/** One query for all three counts is faster than a query for each. */
function countGroups(db: DatabaseSync, filter: CompanyFilter) {
  const { where, values } = toConditions(COMPANY_CONDITIONS, filter);
  const columns = 'region, legal_form, status, gone';
  return db
    .prepare(`SELECT ${columns}, count(*) AS count FROM ${FACETS} WHERE ${where}
      GROUP BY ${columns}`)
    .all(values);
}

function toGroup(row: Record<string, unknown>): CompanyGroup {
  return {
    region: toTextOrNull(row['region']),
    legalForm: toTextOrNull(row['legal_form']),
    status: String(row['status']),
    isGone: row['gone'] === 1,
    count: Number(row['count']),
  };
}

function prepare(db: DatabaseSync) {
  return {
    listFounded: db.prepare('SELECT idno FROM founder_links WHERE mark = ? ORDER BY idno LIMIT ?'),
    listChanges: db.prepare(
      'SELECT * FROM company_changes WHERE idno = ? ORDER BY revision DESC LIMIT ?',
    ),
  };
}
