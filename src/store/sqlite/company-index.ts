import type { DatabaseSync } from 'node:sqlite';
import { listPeople, toSearchableName } from '../../domain/company/search-text.ts';
import {
  toFounderIdentifiers,
  toIdentifierText,
} from '../../domain/register/founders/identifiers.ts';
import type { StoredCompany } from '../port/companies.ts';

interface IndexEntry {
  /** The id of the company's row. */
  id: number;
  idno: number;
  /** True if the index has no rows of the company yet. */
  isNew: boolean;
  values: IndexedValues;
}

/** The search index of companies, written in the same transaction as the companies. */
interface CompanyIndex {
  /** Inserts or replaces entries. */
  put(entries: readonly IndexEntry[]): void;
  remove(id: number, idno: number): void;
}

export function createCompanyIndex(db: DatabaseSync): CompanyIndex {
  const statements = prepare(db);

  function remove(id: number, idno: number): void {
    statements.removeLinks.run(idno);
    statements.removeFacets.run(id);
    statements.removeWords.run(id);
  }

  return {
    put(entries) {
      // In the order of their ids: FTS5 flushes a segment whenever rowids go down.
      const ordered = entries.toSorted((first, second) => first.id - second.id);
      const rows = ordered.map(toIndexRows);
      for (const { id, idno, isNew } of ordered) if (!isNew) remove(id, idno);
      for (const { facets } of rows) statements.addFacets.run(...facets);
      for (const { words } of rows) statements.addWords.run(...words);
      for (const { idno, values } of entries) {
        for (const identifier of values.links) statements.putLink.run(identifier, idno);
      }
    },
    remove,
  };
}

type IndexedValues = ReturnType<typeof toIndexedValues>;

/** The values of a company to be indexed, as plain data that are cheap to send to a thread. */
export function toIndexedValues(stored: StoredCompany) {
  const { company, flags, goneSince } = stored;
  const { name, legalForm, status, region, regDate, vatPayer, founders, admins, caem } = company;
  const identifiers = toFounderIdentifiers(stored).filter((identifier) => identifier !== null);
  return {
    name,
    company: { founders, admins },
    facets: [
      legalForm,
      status,
      region,
      regDate,
      vatPayer === null ? null : Number(vatPayer),
      goneSince === null ? 0 : 1,
      toList(caem.map(({ code }) => code)),
      toList(flags),
    ] as const,
    links: identifiers.map(toIdentifierText),
  };
}

/** The rows of the two tables, with the texts normalized for the search. */
function toIndexRows({ id, idno, values }: IndexEntry) {
  const { name, words } = toSearchableName(values.name);
  const [opening = ''] = name.split(' ', 1);
  const people = listPeople(values).join(' ');
  return {
    facets: [id, idno, name, ...values.facets] as const,
    words: [id, words.join(' '), opening, toInitial(name), people] as const,
  };
}

/** A name's first letter and its length as one word, for a search with a single letter. */
function toInitial(name: string): string {
  const characters = [...name];
  return toInitialWord(characters[0] ?? '', characters.length);
}

export function toInitialWord(letter: string, length: number): string {
  return `${letter}${length}`;
}

/** Puts a space on both sides of each word, so that a query matches whole words only. */
function toList(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

function prepare(db: DatabaseSync) {
  return {
    addFacets: db.prepare('INSERT INTO company_facets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    addWords: db.prepare(`INSERT INTO company_words (rowid, name, opening, initial, people)
      VALUES (?, ?, ?, ?, ?)`),
    putLink: db.prepare('INSERT OR IGNORE INTO founder_links VALUES (?, ?)'),
    removeLinks: db.prepare('DELETE FROM founder_links WHERE idno = ?'),
    removeFacets: db.prepare('DELETE FROM company_facets WHERE id = ?'),
    removeWords: db.prepare('DELETE FROM company_words WHERE rowid = ?'),
  };
}
