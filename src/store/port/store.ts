import type { AccountStore } from './accounts.ts';
import type { AuditLog } from './audit.ts';
import type { CompanyStore } from './companies.ts';
import type { ImportStore } from './imports.ts';
import type { SessionStore } from './sessions.ts';
import type { SignInLinkStore } from './sign-in-links.ts';
import type { UsageStore } from './usage.ts';

/**
 * Everything that the service keeps. Each method that can't be carried out rejects with
 * Unavailable; null, false and empty lists are answers, never faults.
 */
export interface Store {
  companies: CompanyStore;
  imports: ImportStore;
  accounts: AccountStore;
  audit: AuditLog;
  sessions: SessionStore;
  signInLinks: SignInLinkStore;
  usage: UsageStore;
  /** Resolves when the store can serve requests; rejects with Unavailable when it can't. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The part that an import changes, held by one process alone until it is closed. */
export type StoreForImport = Pick<Store, 'companies' | 'imports' | 'close'>;
