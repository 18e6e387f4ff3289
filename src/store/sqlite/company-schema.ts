import type { DatabaseSync } from 'node:sqlite';
import { type ImportCollections, type ImportDocuments, toFileLayout } from '../port/layout.ts';
import { createDocumentCollections } from './document-collection.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';

const IMPORT_LAYOUT = toFileLayout('companies');

/** The documents of imports, in the file of the companies. */
export function createImportCollections(db: DatabaseSync): ImportCollections {
  return createDocumentCollections<ImportDocuments>(db, IMPORT_LAYOUT);
}

/**
 * Companies and imports. Companies are stored in insertion order and looked up with an index. With
 * the IDNO as row id, each insert from an unsorted dump would rewrite a page in the middle of the
 * table, which is much slower and takes more space. The served document comes before the details in
 * the row, so that a look-up of it does not read their pages. Activities are ids into a table of
 * their own, as labels would be half of all bytes; see also `company-record.ts`.
 */
const COMPANY_LAYOUT = `
  CREATE TABLE companies (
    id INTEGER PRIMARY KEY,
    idno INTEGER NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    gone_since TEXT,
    sample INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    company TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  CREATE TABLE activities (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL,
    label TEXT NOT NULL,
    UNIQUE (code, label)
  ) STRICT;
  CREATE INDEX companies_sample ON companies (idno) WHERE sample = 1;
  -- The search index is separate from the served companies and small enough to scan. Its
  -- rows have the ids of their companies, so imports append them: an index in the order of names
  -- would cost an import as much as all of these tables. Instead, opening has the first word of
  -- each name, and initial its first letter with its length.
  CREATE TABLE company_facets (
    id INTEGER PRIMARY KEY,
    idno INTEGER NOT NULL,
    name TEXT NOT NULL,
    legal_form TEXT,
    status TEXT NOT NULL,
    region TEXT,
    reg_date TEXT,
    vat_payer INTEGER,
    gone INTEGER NOT NULL,
    caem TEXT NOT NULL,
    flags TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE company_words USING fts5 (
    name, opening, initial, people, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii'
  );
  -- Merged in fewer, larger steps: an import writes it in many small parts.
  INSERT INTO company_words (company_words, rank) VALUES ('automerge', 16);
  CREATE TABLE founder_links (
    identifier TEXT NOT NULL,
    idno INTEGER NOT NULL,
    PRIMARY KEY (identifier, idno)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX founder_links_idno ON founder_links (idno);

  -- The names that companies had before.
  CREATE TABLE former_names (
    id INTEGER PRIMARY KEY,
    idno INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    name TEXT NOT NULL,
    former_name TEXT NOT NULL,
    UNIQUE (idno, revision)
  ) STRICT;
  CREATE VIRTUAL TABLE former_words USING fts5 (
    name, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii'
  );`;

/** How each process opens `companies.db`. */
export const COMPANY_FILE = {
  migrations: [COMPANY_LAYOUT],
  layout: IMPORT_LAYOUT,
  upgradeLocks: ['server', 'import'],
  synchronous: 'NORMAL',
} as const satisfies Partial<DatabaseOptions>;

const IMPORT_BUSY_TIMEOUT_MS = 10_000;
/** An import writes each page about once; only the pages of one index are needed repeatedly. */
export const WRITER_CACHE_KIB = 16_384;
/** For a connection that mostly reads, each page about once. */
export const READER_CACHE_KIB = 4_096;
/**
 * Pages in the write-ahead log before a checkpoint, about 16 MB. Fewer pages wait for the disk more
 * often; more pages delay a server's reads.
 */
const CHECKPOINT_PAGES = 4_000;
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** Opens `companies.db` for an import. Throws as `openDatabase` does. */
export function openImportDatabase(path: string, cacheKib: number): DatabaseSync {
  const db = openDatabase(path, { ...COMPANY_FILE, busyTimeoutMs: IMPORT_BUSY_TIMEOUT_MS });
  // Mapped pages would count as this process's memory, up to the size of the file.
  db.exec(`
    PRAGMA mmap_size = 0;
    PRAGMA cache_size = -${cacheKib};
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA journal_size_limit = ${MAX_LOG_BYTES};
  `);
  return db;
}
