import type { DatabaseSync } from 'node:sqlite';
import { listPeople, namesSomeone } from '../../domain/company/search-text.ts';
import type { ActivityIds } from './activities.ts';
import { toInitialWord } from './company-index.ts';
import { toCompany } from './company-record.ts';

type Row = Record<string, unknown>;

/** For one letter, with tens of thousands of names, the search looks for short names first. */
const MAX_SHORT_NAME = 30;
const MAX_SHORT_WORD = 2;
/** Ends the range of texts with a given beginning. */
const LAST_CHARACTER = '\u{10ffff}';

/** Rows with the `idno` of the companies found, in the order that `StaffReads` states. */
export interface CompanySearch {
  byName(text: string, first: number): Row[];
  byPerson(words: readonly string[], after: number, first: number): Row[];
  /** Two at most. */
  namesakes(name: string): Row[];
}

export function createCompanySearch(db: DatabaseSync, activities: ActivityIds): CompanySearch {
  const statements = prepare(db);

  function byName(text: string, first: number): Row[] {
    if (text === '') return [];
    if ([...text].length === 1) {
      const short = byInitial(text, first);
      if (short.length === first) return short;
    }
    const words = text.split(' ');
    const range = { from: text, to: text + LAST_CHARACTER };
    const [opening = ''] = words;
    const match = toMatch('opening', [opening], words.length === 1);
    const best = statements.beginning.all({ ...range, match, first });
    const rest = first - best.length;
    if (rest === 0) return best;
    const last = words.at(-1) ?? '';
    // A short prefix matches so many words that checking the names found is faster.
    const isShort = words.length > 1 && [...last].length <= MAX_SHORT_WORD;
    const withWords = isShort
      ? toMatch('name', words.slice(0, -1), false)
      : toMatch('name', words, true);
    const values = { ...range, match: withWords, last: ` ${last}`, first: rest };
    return [...best, ...statements.containing.all(values)];
  }

  /** Names that begin with a letter, shortest first, up to a length that few names exceed. */
  function byInitial(letter: string, first: number): Row[] {
    const rows: Row[] = [];
    for (let length = 1; length <= MAX_SHORT_NAME && rows.length < first; length++) {
      const match = toMatch('initial', [toInitialWord(letter, length)], false);
      rows.push(...statements.matching.all({ match, first: first - rows.length }));
    }
    return rows;
  }

  function byPerson(words: readonly string[], after: number, first: number): Row[] {
    if (words.length === 0) return [];
    const rows: Row[] = [];
    const match = toMatch('people', words, true);
    for (const row of statements.byPerson.iterate({ match, after })) {
      // Several words may match two different people, so each company found is checked.
      if (words.length > 1 && !hasPerson(Number(row['id']), words)) continue;
      rows.push(row);
      if (rows.length === first) break;
    }
    return rows;
  }

  function hasPerson(id: number, words: readonly string[]): boolean {
    const row = statements.findById.get(id);
    if (row === undefined) return false;
    return namesSomeone(listPeople({ company: toCompany(row['company'], activities) }), words);
  }

  return {
    byName,
    byPerson,
    namesakes(name) {
      const words = name.split(' ').filter((word) => word !== '');
      if (words.length === 0) return [];
      return statements.namesakes.all({ match: toMatch('name', words, false), name });
    },
  };
}

/** Words consist of letters and digits, so they need no escaping within the quotes. */
function toMatch(column: string, words: readonly string[], isTyped: boolean): string {
  const quoted = words.map((word) => `"${word}"`);
  return `${column} : (${quoted.join(' AND ')}${isTyped ? ' *' : ''})`;
}

function prepare(db: DatabaseSync) {
  const from = `FROM company_words
    JOIN company_facets AS facets ON facets.id = company_words.rowid
    WHERE company_words MATCH :match`;
  const order = 'ORDER BY length(facets.name), facets.name, facets.idno LIMIT :first';
  const begins = 'facets.name >= :from AND facets.name < :to';
  return {
    matching: db.prepare(`SELECT facets.idno ${from} ${order}`),
    beginning: db.prepare(`SELECT facets.idno ${from} AND ${begins} ${order}`),
    containing: db.prepare(`SELECT facets.idno ${from} AND NOT (${begins})
      AND instr(' ' || facets.name, :last) > 0 ${order}`),
    byPerson: db.prepare(`SELECT facets.id, facets.idno ${from}
      AND facets.idno > :after ORDER BY facets.idno`),
    namesakes: db.prepare(`SELECT facets.idno ${from}
      AND facets.name = :name ORDER BY facets.idno LIMIT 2`),
    findById: db.prepare('SELECT company FROM companies WHERE id = ?'),
  };
}
