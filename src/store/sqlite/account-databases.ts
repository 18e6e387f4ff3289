import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { commitDurably } from './account-deletion.ts';
import { ACCOUNT_LAYOUT, LATER_ACCOUNT_LAYOUT, USAGE_TABLE } from './account-schema.ts';
import { type DatabaseOptions, type Migrations, openDatabase } from './open-database.ts';

export interface AccountDatabases {
  /** `accounts.db`: a committed change survives a power cut. */
  accounts: DatabaseSync;
  /** `usage.db`: request counts and last uses of keys; a power cut may lose the latest ones. */
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
  return [...ACCOUNT_LAYOUT, moveUsageOut, ...LATER_ACCOUNT_LAYOUT];
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
