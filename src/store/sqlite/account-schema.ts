import type { Migrations } from './database.ts';

/**
 * Accounts, each with its one key in its own row: a change of the key is one conditional UPDATE,
 * and no moment has two keys. NULLs are distinct in the unique index on the key's hash.
 */
export const ACCOUNT_MIGRATIONS: Migrations = [
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
];
