import type { DatabaseSync } from 'node:sqlite';
import { listPeople, namesSomeone } from '../../domain/company/search-text.ts';
import { toPlainCompany } from './company-record.ts';
import { toMatch } from './full-text.ts';

type Row = Record<string, unknown>;

/** Rows with the `idno` of the companies found, in the order that `StaffReads` states. */
export interface CompanySearch {
  byPerson(words: readonly string[], after: number, first: number): Row[];
  /** Two at most. */
  namesakes(name: string): Row[];
}

export function createCompanySearch(db: DatabaseSync): CompanySearch {
  const statements = prepare(db);

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
    return namesSomeone(listPeople({ company: toPlainCompany(row['company']) }), words);
  }

  return {
    byPerson,
    namesakes(name) {
      const words = name.split(' ').filter((word) => word !== '');
      if (words.length === 0) return [];
      return statements.namesakes.all({ match: toMatch('name', words, false), name });
    },
  };
}

function prepare(db: DatabaseSync) {
  const from = `FROM company_words
    JOIN company_facets AS facets ON facets.id = company_words.rowid
    WHERE company_words MATCH :match`;
  return {
    byPerson: db.prepare(`SELECT facets.id, facets.idno ${from}
      AND facets.idno > :after ORDER BY facets.idno`),
    namesakes: db.prepare(`SELECT facets.idno ${from}
      AND facets.name = :name ORDER BY facets.idno LIMIT 2`),
    findById: db.prepare('SELECT company FROM companies WHERE id = ?'),
  };
}
