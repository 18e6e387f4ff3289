import type { Migrations } from './database.ts';

/**
 * Companies and imports. The served document comes before the details in the row: a look-up that
 * asks for it alone reads no page of the rest.
 */
export const COMPANY_MIGRATIONS: Migrations = [
  `
  CREATE TABLE companies (
    idno INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    gone_since TEXT,
    sample INTEGER NOT NULL,
    company TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX companies_sample ON companies (idno) WHERE sample = 1;
  CREATE TABLE company_changes (
    idno INTEGER NOT NULL,
    import_id TEXT NOT NULL,
    dump_date TEXT NOT NULL,
    previous TEXT NOT NULL,
    PRIMARY KEY (idno, import_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    started_at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    dump_date TEXT,
    sample INTEGER NOT NULL,
    run TEXT NOT NULL
  ) STRICT;
  CREATE INDEX imports_started ON imports (started_at_ms);
  `,
];
