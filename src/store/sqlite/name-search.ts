import type { DatabaseSync } from 'node:sqlite';
import { type NameRank, toSearchableName } from '../../domain/company/search-text.ts';
import { memoize } from '../../domain/memoize.ts';
import type { SearchPosition } from '../port/search-position.ts';
import {
  type FormerName,
  type FoundName,
  isFoundBy,
  LAST_CHARACTER,
  type NameQuery,
} from '../port/search-reads.ts';
import { toInitialWord } from './company-index.ts';
import { REGISTERED_NAME, readIdno, toIdnoColumn } from './company-record.ts';
import { COMPANY_CONDITIONS, toConditions, toMatch } from './conditions.ts';
import { createStatementCache } from './database.ts';

type Row = Record<string, unknown>;
type Values = Record<string, string | number>;

/** For one letter, with tens of thousands of names, the search looks for short names first. */
const MAX_SHORT_NAME = 30;

/** The most companies whose former names a search caches, as a company may match by several. */
const MAX_CACHED = 1_000;

/** The searches of a `SearchSource`. */
export function createNameSearch(db: DatabaseSync) {
  const prepare = createStatementCache(db);
  const listFormerNames = db.prepare(
    'SELECT *, length(name) AS length FROM former_names WHERE idno = ?',
  );

  function listCurrent(rank: NameRank, query: NameQuery): FoundName[] {
    if (rank === 0 && [...query.text].length === 1) {
      const short = listByInitial(query);
      if (short.length === query.first) return short;
    }
    const { where, values } = toClauses('facets', rank, query);
    const match = rank === 0 ? toOpeningMatch(query.text) : toWordsMatch(query.text);
    return prepare(toCurrentSql(where))
      .all({ ...values, match, first: query.first })
      .map(toFound);
  }

  /** Names that begin with a letter, shortest first, up to a length that few names exceed. */
  function listByInitial(query: NameQuery): FoundName[] {
    const { text, after, first } = query;
    const { where, values } = toClauses('facets', 0, query);
    const statement = prepare(toCurrentSql(where));
    const found: FoundName[] = [];
    for (let length = after?.length ?? 1; length <= MAX_SHORT_NAME; length++) {
      if (found.length === first) break;
      const match = toMatch('initial', [toInitialWord(text, length)], false);
      found.push(...statement.all({ ...values, match, first: first - found.length }).map(toFound));
    }
    return found;
  }

  function listFormer(rank: NameRank, query: NameQuery): FoundName[] {
    const { text, first } = query;
    const { where, values } = toClauses('former', rank, query);
    const found: FoundName[] = [];
    const listNames = memoize(MAX_CACHED, (idno) =>
      listFormerNames.all(Number(idno)).map(toFormer),
    );
    const rows = prepare(toFormerSql(where)).iterate({ ...values, match: toWordsMatch(text) });
    for (const row of rows) {
      const names = listNames(String(row['idno']));
      const former = names.find(({ revision }) => revision === row['revision']);
      const current = toSearchableName(String(row['current_name']));
      if (former === undefined || !isFoundBy(former, current, names, text)) continue;
      found.push(former);
      if (found.length === first) break;
    }
    return found;
  }

  return { listCurrent, listFormer };
}

function toCurrentSql(where: string): string {
  return `SELECT facets.idno, facets.name, length(facets.name) AS length, NULL AS former_name
    FROM company_words JOIN company_facets AS facets ON facets.id = company_words.rowid
    WHERE company_words MATCH :match AND ${where}
    ORDER BY length(facets.name), facets.name, facets.idno LIMIT :first`;
}

function toFormerSql(where: string): string {
  return `SELECT former.idno, former.revision, ${REGISTERED_NAME} AS current_name
    FROM former_words JOIN former_names AS former ON former.id = former_words.rowid
    JOIN companies ON companies.idno = former.idno
    JOIN company_facets AS facets ON facets.id = companies.id
    WHERE former_words MATCH :match AND ${where}
    ORDER BY length(former.name), former.name, former.idno, former.revision DESC`;
}

/** The conditions in addition to the words. `table` has the matched name. */
function toClauses(table: 'facets' | 'former', rank: NameRank, query: NameQuery) {
  const { text, filter, after } = query;
  const filtered = toConditions(COMPANY_CONDITIONS, filter);
  const begins = `${table}.name >= :from AND ${table}.name < :to`;
  const last = toLastLetter(text);
  const words = last === null ? '' : ` AND instr(' ' || ${table}.name, :last) > 0`;
  const ranked = rank === 0 ? begins : `NOT (${begins})${words}`;
  const values: Values = {
    ...filtered.values,
    from: text,
    to: text + LAST_CHARACTER,
    ...(rank === 0 || last === null ? {} : { last: ` ${last}` }),
    ...(after === null ? {} : toAfterValues(after)),
  };
  const conditions = [filtered.where, ranked, ...(after === null ? [] : [toAfterSql(table)])];
  return { where: conditions.join(' AND '), values };
}

/** A cut name stands for all names of its length that begin with it. */
function toAfterSql(table: string): string {
  return `(length(${table}.name) > :afterLength OR (length(${table}.name) = :afterLength AND
    (${table}.name >= :afterEnd OR (${table}.name >= :afterName AND ${table}.idno > :afterIdno))))`;
}

function toAfterValues({ length, name, idno }: SearchPosition): Values {
  return {
    afterLength: length,
    afterName: name,
    afterEnd: name + LAST_CHARACTER,
    afterIdno: toIdnoColumn(idno) ?? -1,
  };
}

function toOpeningMatch(text: string): string {
  const words = text.split(' ');
  return toMatch('opening', words.slice(0, 1), words.length === 1);
}

function toWordsMatch(text: string): string {
  const words = text.split(' ');
  const isLetter = toLastLetter(text) !== null;
  return isLetter ? toMatch('name', words.slice(0, -1), false) : toMatch('name', words, true);
}

/**
 * The last of several words if it is a single letter: it begins too many words, so that checking the
 * names found is faster. They have one spelling of each word, but the others in `SearchableName`
 * begin with the same letter, unless a legal form was cut off. Null for other texts.
 */
function toLastLetter(text: string): string | null {
  const words = text.split(' ');
  const last = words.at(-1) ?? '';
  return words.length > 1 && [...last].length === 1 ? last : null;
}

function toFound(row: Row): FoundName {
  const formerName = row['former_name'];
  return {
    idno: readIdno(row),
    name: String(row['name']),
    length: Number(row['length']),
    formerName: formerName === null ? null : String(formerName),
  };
}

function toFormer(row: Row): FormerName {
  const { words } = toSearchableName(String(row['former_name']));
  return { ...toFound(row), words, revision: Number(row['revision']) };
}
