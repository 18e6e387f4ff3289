import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type DatabaseOptions, openDatabase } from './open-database.ts';
import { WEBHOOK_TABLE } from './webhooks.ts';

export interface AccountDatabases {
  /** `accounts.db`: a committed change survives a power cut. */
  accounts: DatabaseSync;
  /**
   * `usage.db`: request counts, failed requests and last uses of keys; a power cut may lose the
   * latest ones.
   */
  usage: DatabaseSync;
}

/**
 * Accounts and their counts are in two files, so that writing counts does not wait for the disk and
 * does not invalidate the cache of accounts (see `prepareCachedRead`). Throws as `openDatabase` does.
 */
export function openAccountDatabases(
  dataDir: string,
  onFullDisk?: DatabaseOptions['onFullDisk'],
): AccountDatabases {
  const common = { onFullDisk, upgradeLocks: ['server'] } as const;
  const usage = openDatabase(join(dataDir, 'usage.db'), {
    ...common,
    migrations: [USAGE_LAYOUT],
    synchronous: 'NORMAL',
  });
  try {
    const accounts = openDatabase(join(dataDir, 'accounts.db'), {
      ...common,
      migrations: [(accounts) => createAccounts(accounts, usage)],
      synchronous: 'FULL',
    });
    return { accounts, usage };
  } catch (error) {
    usage.close();
    throw error;
  }
}

/**
 * The key is in the account's own row, so an account never has two and a change is one conditional
 * UPDATE. NULLs are distinct in the unique index on the key's hash.
 */
const ACCOUNT_LAYOUT = `
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
    key_sealed TEXT,
    language TEXT NOT NULL DEFAULT 'ro',
    last_event_at_ms INTEGER,
    role TEXT NOT NULL DEFAULT 'holder',
    identity_issuer TEXT,
    identity_subject TEXT,
    limit_notices INTEGER NOT NULL DEFAULT 1,
    limit_notice_at_ms INTEGER,
    plan_notice_end_ms INTEGER,
    plan_notice_days INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX accounts_identity ON accounts (identity_issuer, identity_subject);
  CREATE INDEX accounts_plan_end ON accounts (subscription ->> 'endsAtMs');
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
  CREATE INDEX audit_log_account ON audit_log (account_id, at_ms, id);
  CREATE INDEX audit_log_address ON audit_log (at_ms) WHERE address IS NOT NULL;
  CREATE INDEX audit_log_time ON audit_log (at_ms, id);
  CREATE INDEX audit_log_deleted ON audit_log (email COLLATE NOCASE, at_ms)
    WHERE action = 'account_deleted';
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
    ends_at_ms INTEGER NOT NULL,
    staff_issuer TEXT,
    user_agent TEXT,
    network TEXT
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
  CREATE TABLE watch_lists (account_id TEXT PRIMARY KEY, idnos TEXT NOT NULL) STRICT;
  ${WEBHOOK_TABLE}
  CREATE TABLE deleted_accounts (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`;

const USAGE_LAYOUT = `
  CREATE TABLE usage (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    ok INTEGER NOT NULL,
    client_errors INTEGER NOT NULL,
    limited INTEGER NOT NULL,
    not_modified INTEGER NOT NULL,
    not_found INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_day ON usage (day);
  CREATE TABLE key_uses (
    account_id TEXT PRIMARY KEY,
    key_hash TEXT NOT NULL,
    last_used_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE failed_requests (
    account_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    request_id TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER NOT NULL,
    error TEXT,
    network TEXT NOT NULL,
    PRIMARY KEY (account_id, at_ms, request_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX failed_requests_time ON failed_requests (at_ms);`;

function createAccounts(accounts: DatabaseSync, usage: DatabaseSync): void {
  if (usage.prepare('SELECT 1 FROM usage LIMIT 1').get() !== undefined) {
    throw new Error('usage.db has counts of accounts that are not there: restore both files');
  }
  accounts.exec(ACCOUNT_LAYOUT);
}
