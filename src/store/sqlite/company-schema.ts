import type { Migrations } from './database.ts';

/**
 * Companies and imports. Companies lie in the order of their arrival and are found by an index:
 * with the number as row id, each insert of a dump in no order of numbers would rewrite a page in
 * the middle, which took four times as long and 12 % more room. The served document comes before
 * the details in the row: a look-up that asks for it alone reads no page of the rest. Activities
 * are numbers into a table of their own, as labels would be half of all bytes.
 */
export const COMPANY_MIGRATIONS: Migrations = [
  `
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
  CREATE TABLE company_changes (
    idno INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    import_id TEXT NOT NULL,
    dump_date TEXT,
    previous TEXT NOT NULL,
    PRIMARY KEY (idno, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE supplements (
    idno INTEGER PRIMARY KEY,
    supplement TEXT NOT NULL
  ) STRICT;
  CREATE TABLE classifications (
    id TEXT PRIMARY KEY,
    classification TEXT NOT NULL
  ) STRICT;
  CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    started_at_ms INTEGER NOT NULL,
    finished_at_ms INTEGER,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    sample INTEGER NOT NULL,
    classification_id TEXT,
    run TEXT NOT NULL
  ) STRICT;
  CREATE INDEX imports_started ON imports (started_at_ms);
  `,
];
