import { join } from 'node:path';
import type { Store } from '../store.ts';
import { ACCOUNT_MIGRATIONS } from './account-schema.ts';
import { createAccountStore } from './accounts.ts';
import { createAuditLog } from './audit.ts';
import { createCompanyStore } from './companies.ts';
import { COMPANY_MIGRATIONS } from './company-schema.ts';
import { answer, openDatabase } from './database.ts';
import { makeFolder } from './folder.ts';
import { createImportStore } from './imports.ts';
import { createSessionStore } from './sessions.ts';
import { createSignInLinkStore } from './sign-in-links.ts';
import { createUsageStore } from './usage.ts';

/** Longer than another process's write transaction on the same file takes. */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Opens the embedded store in a folder, which is made if need be, for its owner alone. Companies
 * and accounts are two files, so that an import never holds a lock that a key change waits for.
 */
export function openSqliteStore(dataDir: string): Store {
  makeFolder(dataDir);
  const companies = openDatabase(join(dataDir, 'companies.db'), {
    migrations: COMPANY_MIGRATIONS,
    synchronous: 'NORMAL',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  const accounts = openDatabase(join(dataDir, 'accounts.db'), {
    migrations: ACCOUNT_MIGRATIONS,
    synchronous: 'FULL',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  return {
    companies: createCompanyStore(companies),
    imports: createImportStore(companies),
    accounts: createAccountStore(accounts),
    audit: createAuditLog(accounts),
    sessions: createSessionStore(accounts),
    signInLinks: createSignInLinkStore(accounts),
    usage: createUsageStore(accounts),
    ping: () =>
      answer(() => {
        companies.prepare('SELECT 1 FROM companies LIMIT 1').get();
        accounts.prepare('SELECT 1 FROM accounts LIMIT 1').get();
      }),
    async close() {
      for (const db of [companies, accounts]) if (db.isOpen) db.close();
    },
  };
}
