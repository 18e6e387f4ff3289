import type { DatabaseSync } from 'node:sqlite';
import { toFounderMarks, toMarkText } from '../../domain/founder-link.ts';
import { listPeople, toSearchName } from '../../domain/search-text.ts';
import type { StoredCompany } from '../company-store.ts';
import { createActivityNumbers } from './activities.ts';
import { toStoredCompany } from './company-row.ts';

/** What companies are found by, written in the transaction that writes them. */
export interface CompanyIndex {
  /** `id`: of the company's row. Unless it is new, in place of what was there. */
  put(id: number, company: StoredCompany, isNew: boolean): void;
  markGone(idno: number): void;
  remove(id: number, idno: number): void;
}

export function createCompanyIndex(db: DatabaseSync): CompanyIndex {
  const statements = prepare(db);

  function putLinks(idno: number, company: StoredCompany): void {
    for (const mark of toFounderMarks(company)) {
      if (mark !== null) statements.putLink.run(toMarkText(mark), idno);
    }
  }

  return {
    put(id, stored, isNew) {
      const idno = Number(stored.company.idno);
      const name = toSearchName(stored.company.name);
      const [opening = ''] = name.split(' ', 1);
      const people = listPeople(stored).join(' ');
      if (!isNew) statements.removeLinks.run(idno);
      statements.putFacets.run(...toFacets(id, stored, name));
      statements.putWords.run(id, name, opening, toInitial(name), people);
      putLinks(idno, stored);
    },
    markGone(idno) {
      statements.markGone.run(idno);
    },
    remove(id, idno) {
      statements.removeLinks.run(idno);
      statements.removeFacets.run(id);
      statements.removeWords.run(id);
    },
  };
}

/** For a file whose companies were written before there was an index. */
export function indexAll(db: DatabaseSync): void {
  const index = createCompanyIndex(db);
  const activities = createActivityNumbers(db);
  for (const row of db.prepare('SELECT * FROM companies ORDER BY id').iterate()) {
    index.put(Number(row['id']), toStoredCompany(row, activities), true);
  }
}

function toFacets(id: number, { company, goneSince, flags }: StoredCompany, name: string) {
  const { idno, legalForm, status, region, regDate, vatPayer, caem } = company;
  return [
    id,
    Number(idno),
    name,
    legalForm,
    status,
    region,
    regDate,
    vatPayer === null ? null : Number(vatPayer),
    goneSince === null ? 0 : 1,
    toList(caem.map(({ code }) => code)),
    toList(flags),
  ] as const;
}

/** The first letter of a name and its length in one word, for those who have typed no more yet. */
function toInitial(name: string): string {
  const characters = [...name];
  return toInitialWord(characters[0] ?? '', characters.length);
}

export function toInitialWord(letter: string, length: number): string {
  return `${letter}${length}`;
}

/** Each with a space on both sides, so that one of them is found as it stands. */
function toList(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

function prepare(db: DatabaseSync) {
  return {
    putFacets: db.prepare(
      'INSERT OR REPLACE INTO company_facets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    putWords: db.prepare(
      'INSERT OR REPLACE INTO company_words (rowid, name, opening, initial, people) VALUES (?, ?, ?, ?, ?)',
    ),
    putLink: db.prepare('INSERT OR IGNORE INTO founder_links VALUES (?, ?)'),
    markGone: db.prepare(
      'UPDATE company_facets SET gone = 1 WHERE id =\n      (SELECT id FROM companies WHERE idno = ?)',
    ),
    removeLinks: db.prepare('DELETE FROM founder_links WHERE idno = ?'),
    removeFacets: db.prepare('DELETE FROM company_facets WHERE id = ?'),
    removeWords: db.prepare('DELETE FROM company_words WHERE rowid = ?'),
  };
}
