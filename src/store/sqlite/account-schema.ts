import type { Migrations } from './open-database.ts';

/** Created in `accounts.db` at first, later moved to `usage.db`. */
export const USAGE_TABLE = `
  CREATE TABLE usage (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    ok INTEGER NOT NULL,
    client_errors INTEGER NOT NULL,
    limited INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;`;

/**
 * The steps before counts and last uses moved to `usage.db` (see `account-databases.ts`). The key is
 * in the account's own row, so an account never has two and a change is one conditional UPDATE.
 * NULLs are distinct in the unique index on the key's hash.
 */
export const ACCOUNT_LAYOUT: Migrations = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL UNIQUE,
    created_at_ms INTEGER NOT NULL,
    subscription TEXT,
    key_hash TEXT UNIQUE,
    key_id TEXT,
    key_start TEXT,
    key_tier TEXT,
    key_created_at_ms INTEGER,
    key_last_used_at_ms INTEGER,
    key_sealed TEXT
  ) STRICT;
  CREATE TABLE audit_log (
    id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    account_id TEXT NOT NULL,
    email TEXT NOT NULL,
    key_start TEXT,
    detail TEXT,
    address TEXT
  ) STRICT;
  CREATE INDEX audit_log_account ON audit_log (account_id, at_ms);
  `,
  `
  ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT 'ro';
  ALTER TABLE accounts ADD COLUMN last_event_at_ms INTEGER;
  CREATE INDEX audit_log_address ON audit_log (at_ms) WHERE address IS NOT NULL;
  CREATE TABLE events (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    recorded_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX events_recorded ON events (recorded_at_ms);
  CREATE TABLE sessions (
    id_hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    last_seen_at_ms INTEGER NOT NULL,
    idle_ends_at_ms INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_account ON sessions (account_id);
  CREATE INDEX sessions_end ON sessions (min(idle_ends_at_ms, ends_at_ms));
  CREATE TABLE browsers (
    account_id TEXT NOT NULL,
    mark_hash TEXT NOT NULL,
    last_seen_at_ms INTEGER NOT NULL,
    PRIMARY KEY (account_id, mark_hash)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sign_in_links (
    token_hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    ends_at_ms INTEGER NOT NULL,
    issuer TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_in_links_account ON sign_in_links (account_id);
  CREATE INDEX sign_in_links_end ON sign_in_links (ends_at_ms);
  ${USAGE_TABLE}
  `,
  `
  ALTER TABLE accounts ADD COLUMN role TEXT NOT NULL DEFAULT 'holder';
  ALTER TABLE accounts ADD COLUMN identity_issuer TEXT;
  ALTER TABLE accounts ADD COLUMN identity_subject TEXT;
  CREATE UNIQUE INDEX accounts_identity ON accounts (identity_issuer, identity_subject);
  ALTER TABLE sessions ADD COLUMN staff_issuer TEXT;
  CREATE INDEX audit_log_time ON audit_log (at_ms, id);
  `,
  'CREATE INDEX usage_day ON usage (day);',
];

/** The steps since then. */
export const LATER_ACCOUNT_LAYOUT: Migrations = [
  `
  ALTER TABLE sessions ADD COLUMN user_agent TEXT;
  ALTER TABLE sessions ADD COLUMN network TEXT;
  `,
  `
  ALTER TABLE accounts ADD COLUMN limit_notices INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE accounts ADD COLUMN limit_notice_at_ms INTEGER;
  `,
];
