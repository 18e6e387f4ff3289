import type { DatabaseSync } from 'node:sqlite';
import { listPeople, namesSomeone } from '../../domain/company/search-text.ts';
import type { ActivityIds } from './activities.ts';
import { toInitialWord } from './company-index.ts';
import { toCompany } from './company-record.ts';

type Row = Record<string, unknown>;

/** One letter begins tens of thousands of names, and the shortest hundred are soon found. */
const MAX_SHORT_NAME = 30;
const MAX_SHORT_WORD = 2;
/** Behind every text that begins with the one before it. */
const LAST_CHARACTER = '\u{10ffff}';

/** Rows with the `idno` of what was found, in the order that `StaffReads` tells. */
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
    const opens = toMatch('opening', [opening], words.length === 1);
    const begins = statements.beginning.all({ ...range, match: opens, first });
    const rest = first - begins.length;
    if (rest === 0) return begins;
    const last = words.at(-1) ?? '';
    // So short a word begins so many others that looking at the names is less work.
    const isShort = words.length > 1 && [...last].length <= MAX_SHORT_WORD;
    const match = isShort
      ? toMatch('name', words.slice(0, -1), false)
      : toMatch('name', words, true);
    const rows = statements.containing.all({ ...range, match, last: ` ${last}`, first: rest });
    return [...begins, ...rows];
  }

  /** Those that begin with a letter, the shortest first, up to a length that few names exceed. */
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
      // Several words may be those of two people; one word is of one person alone.
      if (words.length > 1 && !isNamed(Number(row['id']), words)) continue;
      rows.push(row);
      if (rows.length === first) break;
    }
    return rows;
  }

  function isNamed(id: number, words: readonly string[]): boolean {
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

/** Words hold letters and digits alone, so none can end its quotes. */
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
