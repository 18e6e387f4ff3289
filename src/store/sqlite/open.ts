import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { probe } from '../port/probe.ts';
import type { Store } from '../port/store.ts';
import { ACCOUNT_MIGRATIONS } from './account-schema.ts';
import { createAccountStore } from './accounts.ts';
import { createAuditLog } from './audit.ts';
import { createCompanyReads } from './companies.ts';
import { COMPANY_MIGRATIONS } from './company-schema.ts';
import { guardFile } from './file-guard.ts';
import { makeFolder } from './folder.ts';
import { openDatabase } from './open-database.ts';
import { createSessionStore } from './sessions.ts';
import { createSignInLinkStore } from './sign-in-links.ts';
import { createUsageStore } from './usage.ts';

/** Longer than another process's write transaction on the same file takes. */
const BUSY_TIMEOUT_MS = 2_000;

export interface SqliteOptions {
  /** Told where the store is only read until the next start; left out: it then can't be opened. */
  onFullDisk?: (error: Error) => void;
  elapsedMs?: () => number;
}

/**
 * Opens the embedded store in a folder, which is made if need be, for its owner alone. Companies
 * and accounts are two files, so that an import never holds a lock that a key change waits for.
 */
export function openSqliteStore(dataDir: string, options: SqliteOptions = {}): Store {
  const { onFullDisk, elapsedMs = () => performance.now() } = options;
  makeFolder(dataDir);
  const common = { busyTimeoutMs: BUSY_TIMEOUT_MS, onFullDisk };
  const companies = openDatabase(join(dataDir, 'companies.db'), {
    ...common,
    migrations: COMPANY_MIGRATIONS,
    synchronous: 'NORMAL',
    readOnly: true,
  });
  let accounts: DatabaseSync;
  try {
    accounts = openDatabase(join(dataDir, 'accounts.db'), {
      ...common,
      migrations: ACCOUNT_MIGRATIONS,
      synchronous: 'FULL',
    });
  } catch (error) {
    companies.close();
    throw error;
  }
  const companyFile = guardFile(join(dataDir, 'companies.db'), elapsedMs);
  const accountFile = guardFile(join(dataDir, 'accounts.db'), elapsedMs);
  const store: Omit<Store, 'ping' | 'close'> = {
    companies: companyFile.guard(createCompanyReads(companies)),
    accounts: accountFile.guard(createAccountStore(accounts)),
    audit: accountFile.guard(createAuditLog(accounts)),
    sessions: accountFile.guard(createSessionStore(accounts)),
    signInLinks: accountFile.guard(createSignInLinkStore(accounts)),
    usage: accountFile.guard(createUsageStore(accounts)),
  };
  return {
    ...store,
    async ping() {
      for (const file of [companyFile, accountFile]) file.check();
      await probe(store);
    },
    async close() {
      for (const db of [companies, accounts]) if (db.isOpen) db.close();
    },
  };
}
