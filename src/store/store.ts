import type { AccountStore } from './account-store.ts';
import type { AuditLog } from './audit-log.ts';
import type { CompanyStore } from './company-store.ts';
import type { ImportStore } from './import-store.ts';
import type { SessionStore } from './session-store.ts';
import type { SignInLinkStore } from './sign-in-link-store.ts';
import type { UsageStore } from './usage-store.ts';

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
