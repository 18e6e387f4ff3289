import type { DatabaseSync } from 'node:sqlite';
import { listPeople, toSearchableName } from '../../domain/company/search-text.ts';
import {
  toFounderIdentifiers,
  toIdentifierText,
} from '../../domain/register/founders/identifiers.ts';
import type { StoredCompany } from '../port/companies.ts';
import { createActivityIds } from './activities.ts';
import { packCompanies } from './company-packing.ts';
import { toStoredCompany } from './company-record.ts';
import type { CompanyWithoutActivities } from './packed-company.ts';

/** Indexed values that are not in a company's stored document. */
export interface IndexLists {
  /** Codes of its activities, each between spaces. */
  caem: string;
  flags: string;
  /** Identifiers of its founders. */
  links: readonly string[];
}

/** The indexed values of one company. */
interface IndexColumns {
  facets: ReturnType<typeof toFacets>;
  words: ReturnType<typeof toWords>;
  links: readonly string[];
}

interface IndexEntry {
  /** The id of the company's row. */
  id: number;
  idno: number;
  /** True if the index has no rows of the company yet. */
  isNew: boolean;
  columns: IndexColumns;
}

/** The search index of companies, written in the same transaction as the companies. */
interface CompanyIndex {
  /** Inserts or replaces entries. */
  put(entries: readonly IndexEntry[]): void;
  delist(idno: number): void;
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
      for (const { id, idno, isNew } of ordered) if (!isNew) remove(id, idno);
      for (const { id, columns } of ordered) statements.addFacets.run(id, ...columns.facets);
      for (const { id, columns } of ordered) statements.addWords.run(id, ...columns.words);
      for (const { idno, columns } of entries) {
        for (const identifier of columns.links) statements.putLink.run(identifier, idno);
      }
    },
    delist(idno) {
      statements.delist.run(idno);
    },
    remove,
  };
}

/** For a file whose companies were written before the index existed. */
export function indexAll(db: DatabaseSync): void {
  packCompanies(db);
  const index = createCompanyIndex(db);
  const activities = createActivityIds(db);
  for (const row of db.prepare('SELECT * FROM companies ORDER BY id').iterate()) {
    const stored = toStoredCompany(row, activities);
    const entry = { id: Number(row['id']), idno: Number(row['idno']), isNew: true };
    const columns = toIndexColumns(stored.company, stored.goneSince, toIndexLists(stored));
    index.put([{ ...entry, columns }]);
  }
}

/** For a file whose companies were indexed with an earlier normalization of texts. */
export function reindexAll(db: DatabaseSync): void {
  db.exec(`
    INSERT INTO company_words (company_words) VALUES ('delete-all');
    DELETE FROM company_facets;
    DELETE FROM founder_links;
  `);
  indexAll(db);
}

export function toIndexLists(stored: StoredCompany): IndexLists {
  const identifiers = toFounderIdentifiers(stored).filter((identifier) => identifier !== null);
  return {
    caem: toList(stored.company.caem.map(({ code }) => code)),
    flags: toList(stored.flags),
    links: identifiers.map(toIdentifierText),
  };
}

export function toIndexColumns(
  company: CompanyWithoutActivities,
  goneSince: string | null,
  lists: IndexLists,
): IndexColumns {
  const { name, words } = toSearchableName(company.name);
  return {
    facets: toFacets(company, name, goneSince, lists),
    words: toWords(name, words, company),
    links: lists.links,
  };
}

/** `name`: normalized for the search. */
function toFacets(
  { idno, legalForm, status, region, regDate, vatPayer }: CompanyWithoutActivities,
  name: string,
  goneSince: string | null,
  { caem, flags }: IndexLists,
) {
  return [
    Number(idno),
    name,
    legalForm,
    status,
    region,
    regDate,
    vatPayer === null ? null : Number(vatPayer),
    goneSince === null ? 0 : 1,
    caem,
    flags,
  ] as const;
}

function toWords(name: string, words: readonly string[], company: CompanyWithoutActivities) {
  const [opening = ''] = name.split(' ', 1);
  return [words.join(' '), opening, toInitial(name), listPeople({ company }).join(' ')] as const;
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
    delist: db.prepare(
      'UPDATE company_facets SET gone = 1 WHERE id = (SELECT id FROM companies WHERE idno = ?)',
    ),
    removeLinks: db.prepare('DELETE FROM founder_links WHERE idno = ?'),
    removeFacets: db.prepare('DELETE FROM company_facets WHERE id = ?'),
    removeWords: db.prepare('DELETE FROM company_words WHERE rowid = ?'),
  };
}
