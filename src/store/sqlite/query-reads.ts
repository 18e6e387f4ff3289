import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { withDelisting } from '../../domain/company/company.ts';
import { listPeople, matchesAnyPerson } from '../../domain/company/search-text.ts';
import { type CompanyGroup, type StaffCompanyReads, toCompanyStats } from '../port/query-reads.ts';
import {
  type CompanyFilter,
  type CompanySummary,
  createSearchReads,
  type SearchReads,
  type SearchSource,
} from '../port/search-reads.ts';
import { createQueryReads, type QueryReads } from '../query-reads.ts';
import { createAccountData } from './account-databases.ts';
import { createActivityIds } from './activities.ts';
import { prepareFindAll, prepareFindRecords } from './companies.ts';
import { REGISTERED_NAME, readIdno, toIdnoColumn, toPlainCompany } from './company-record.ts';
import { createImportCollections } from './company-schema.ts';
import { COMPANY_CONDITIONS, countRows, listRows, toConditions, toMatch } from './conditions.ts';
import { asStoreCalls, toTextOrNull } from './database.ts';
import { createNameSearch } from './name-search.ts';
import { openReadOnly } from './open-database.ts';

type Row = Record<string, unknown>;

/** Opens its own read-only connections. Throws a one-line Error if a file cannot be opened. */
export function openSqliteQueryReads(dataDir: string): QueryReads & { close(): void } {
  const companies = openReadOnly(join(dataDir, 'companies.db'));
  const accounts = openReadOnly(join(dataDir, 'accounts.db'));
  const usage = openReadOnly(join(dataDir, 'usage.db'));
  return {
    ...createQueryReads(
      createCompanyQueries(companies),
      createImportCollections(companies),
      createAccountData({ accounts, usage }),
    ),
    close() {
      for (const db of [companies, accounts, usage]) db.close();
    },
  };
}

/** Works on a read-only connection. */
export function createCompanyQueries(db: DatabaseSync): StaffCompanyReads & SearchReads {
  const statements = prepare(db);
  const findAll = prepareFindAll(db);

  const listCompanies = (filter: CompanyFilter, after: string | null, first: number) =>
    listIdnos(db, filter, toAfter(after), first).map(readIdno);

  function listByPerson(words: readonly string[], after: string | null, first: number): string[] {
    if (words.length === 0) return [];
    const idnos: string[] = [];
    const match = toMatch('people', words, true);
    for (const row of statements.byPerson.iterate({ match, after: toAfter(after) })) {
      // Several words may match two different people, so each company found is checked.
      if (words.length > 1 && !hasPerson(Number(row['id']), words)) continue;
      idnos.push(readIdno(row));
      if (idnos.length === first) break;
    }
    return idnos;
  }

  function hasPerson(id: number, words: readonly string[]): boolean {
    const row = statements.findById.get(id);
    if (row === undefined) return false;
    return matchesAnyPerson(listPeople({ company: toPlainCompany(row['company']) }), words);
  }

  function findNamesakes(name: string): string[] {
    const words = name.split(' ').filter((word) => word !== '');
    if (words.length === 0) return [];
    return statements.namesakes.all({ match: toMatch('name', words, false), name }).map(readIdno);
  }

  const staffReads = asStoreCalls<StaffCompanyReads>({
    findCompanies: prepareFindRecords(db, createActivityIds(db)),
    listCompanies,
    countCompanies: (filter, max) =>
      countRows(db, FACETS, toConditions(COMPANY_CONDITIONS, filter), max),
    listByPerson,
    /** See `QueryReads`. */
    countByPerson(words, max) {
      const { length } = listByPerson(words, null, max + 1);
      return length > max ? null : length;
    },
    findNamesakes: (names) => names.map(findNamesakes),
    listFounded: (identifiers, first) =>
      identifiers.map((text) => statements.listFounded.all(text, first).map(readIdno)),
    countByValue: (filter) => toCompanyStats(countGroups(db, filter).map(toGroup)),
  });
  const source = asStoreCalls<SearchSource>({
    ...createNameSearch(db),
    findSummaries: (idnos) => findAll((idno) => statements.findSummary.get(idno), idnos, toSummary),
    listCompanies,
  });
  return { ...staffReads, ...createSearchReads(source) };
}

function toAfter(idno: string | null): number {
  return idno === null ? -1 : (toIdnoColumn(idno) ?? -1);
}

function listIdnos(db: DatabaseSync, filter: CompanyFilter, after: number, first: number) {
  const conditions = toConditions(COMPANY_CONDITIONS, filter);
  const list = (from: string) =>
    listRows(db, { from, columns: 'idno', conditions, by: 'idno', after, first });
  // Without a condition the index of `companies` returns the page directly.
  if (Object.keys(conditions.values).length === 0) return list('companies');
  const near = list(NEXT_COMPANIES);
  return near.length === first ? near : list(FACETS);
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

function toGroup(row: Row): CompanyGroup {
  return {
    region: toTextOrNull(row['region']),
    legalForm: toTextOrNull(row['legal_form']),
    status: String(row['status']),
    isDelisted: row['gone'] === 1,
    count: Number(row['count']),
  };
}

function toSummary(row: Row): CompanySummary {
  const summary = {
    idno: readIdno(row),
    name: String(row['name']),
    legalForm: toTextOrNull(row['legal_form']),
    status: String(row['status']) as CompanySummary['status'],
    region: toTextOrNull(row['region']),
  };
  return withDelisting(summary, toTextOrNull(row['gone_since']));
}

function prepare(db: DatabaseSync) {
  const from = `FROM company_words
    JOIN company_facets AS facets ON facets.id = company_words.rowid
    WHERE company_words MATCH :match`;
  return {
    byPerson: db.prepare(`SELECT facets.id, facets.idno ${from}
      AND facets.idno > :after ORDER BY facets.idno`),
    // Two show that several companies have the name.
    namesakes: db.prepare(`SELECT facets.idno ${from}
      AND facets.name = :name ORDER BY facets.idno LIMIT 2`),
    findById: db.prepare('SELECT company FROM companies WHERE id = ?'),
    findSummary:
      db.prepare(`SELECT facets.idno, ${REGISTERED_NAME} AS name, legal_form, status, region,
        gone_since
      FROM companies JOIN ${FACETS} ON facets.id = companies.id WHERE companies.idno = ?`),
    listFounded: db.prepare(
      'SELECT idno FROM founder_links WHERE identifier = ? ORDER BY idno LIMIT ?',
    ),
  };
}
