import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { commitDurably } from './account-deletion.ts';
import { type DatabaseOptions, type Migrations, openDatabase } from './open-database.ts';
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
    migrations: USAGE_LAYOUT,
    synchronous: 'NORMAL',
  });
  try {
    const accounts = openDatabase(join(dataDir, 'accounts.db'), {
      ...common,
      migrations: toAccountMigrations(usage),
      synchronous: 'FULL',
    });
    return { accounts, usage };
  } catch (error) {
    usage.close();
    throw error;
  }
}

/** Created in `accounts.db` at first, later moved to `usage.db`. */
const USAGE_TABLE = `
  CREATE TABLE usage (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    ok INTEGER NOT NULL,
    client_errors INTEGER NOT NULL,
    limited INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;`;

/**
 * The steps before counts and last uses moved to `usage.db` (see `toAccountMigrations`). The key is
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

export const USAGE_LAYOUT: Migrations = [
  `
  ${USAGE_TABLE}
  CREATE INDEX usage_day ON usage (day);
  CREATE TABLE key_uses (
    account_id TEXT PRIMARY KEY,
    key_hash TEXT NOT NULL,
    last_used_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  'ALTER TABLE usage ADD COLUMN not_modified INTEGER NOT NULL DEFAULT 0',
  `
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
  CREATE INDEX failed_requests_time ON failed_requests (at_ms);
  `,
  'ALTER TABLE usage ADD COLUMN not_found INTEGER NOT NULL DEFAULT 0',
];

/** The layout of `accounts.db`, with a step that moves counts and last uses out of it. */
export function toAccountMigrations(usage: DatabaseSync): Migrations {
  function moveUsageOut(accounts: DatabaseSync): void {
    if (!isEmpty(accounts, 'accounts')) {
      moveUsage(accounts, usage);
    } else if (isEmpty(usage, 'usage')) {
      dropUsage(accounts);
    } else {
      throw new Error('usage.db has counts of accounts that are not there: restore both files');
    }
  }
  return [
    ...ACCOUNT_LAYOUT,
    moveUsageOut,
    `
    ALTER TABLE sessions ADD COLUMN user_agent TEXT;
    ALTER TABLE sessions ADD COLUMN network TEXT;
    `,
    `
    ALTER TABLE accounts ADD COLUMN limit_notices INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE accounts ADD COLUMN limit_notice_at_ms INTEGER;
    `,
    `
    ALTER TABLE accounts ADD COLUMN plan_notice_end_ms INTEGER;
    ALTER TABLE accounts ADD COLUMN plan_notice_days INTEGER;
    CREATE INDEX accounts_plan_end ON accounts (subscription ->> 'endsAtMs');
    `,
    'CREATE TABLE watch_lists (account_id TEXT PRIMARY KEY, idnos TEXT NOT NULL) STRICT',
    WEBHOOK_TABLE,
    `CREATE INDEX audit_log_deleted ON audit_log (email COLLATE NOCASE, at_ms)
      WHERE action = 'account_deleted'`,
  ];
}

function isEmpty(db: DatabaseSync, table: string): boolean {
  return db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined;
}

/**
 * Runs in the transaction that upgrades `accounts.db`, which has the counts until the commit.
 * Replaces the rows of `usage.db`, which an interrupted upgrade may have left: a repeated upgrade
 * neither loses nor doubles a count.
 */
function moveUsage(accounts: DatabaseSync, usage: DatabaseSync): void {
  const insertUsage = usage.prepare(`INSERT INTO usage
    (account_id, day, ok, client_errors, limited) VALUES (?, ?, ?, ?, ?)`);
  const insertUse = usage.prepare('INSERT INTO key_uses VALUES (?, ?, ?)');
  const days = accounts.prepare(
    'SELECT account_id, day, ok, client_errors, limited FROM usage ORDER BY account_id, day',
  );
  const uses = accounts.prepare(`SELECT id, key_hash, key_last_used_at_ms FROM accounts
    WHERE key_hash IS NOT NULL AND key_last_used_at_ms IS NOT NULL`);
  commitDurably(usage, () => {
    usage.exec('DELETE FROM usage; DELETE FROM key_uses;');
    for (const row of days.iterate()) insertUsage.run(...Object.values(row));
    for (const row of uses.iterate()) insertUse.run(...Object.values(row));
  });
  dropUsage(accounts);
}

function dropUsage(accounts: DatabaseSync): void {
  accounts.exec(`
    DROP TABLE usage;
    ALTER TABLE accounts DROP COLUMN key_last_used_at_ms;
    CREATE TABLE deleted_accounts (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `);
}
