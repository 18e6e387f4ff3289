import type { Account } from '../../domain/account/account.ts';
import type { AuditEntry } from './audit.ts';
import type { CompanyChange, StoredCompany, StoredSupplement } from './companies.ts';
import type { ImportRun, KeptReject, StoredClassification } from './imports.ts';
import type { Session } from './sessions.ts';
import type { SignInLink } from './sign-in-links.ts';
import type { UsageCount } from './usage.ts';

/** An account with what the store alone knows of it. */
export interface AccountRecord {
  id: string;
  /** Null where it has been deleted and its events are still known. */
  account: Account | null;
  lastEventAtMs: number | null;
  events: { id: string; receivedAtMs: number }[];
}

export interface KnownBrowser {
  accountId: string;
  markHash: string;
  lastSeenAtMs: number;
}

/** Everything that a store keeps, by kind. */
export interface Contents {
  classifications: StoredClassification;
  imports: ImportRun;
  /** With their places within the import, from 0. */
  rejects: KeptReject & { importId: string; place: number };
  supplements: StoredSupplement;
  changes: CompanyChange;
  companies: StoredCompany;
  /** With its place among all entries, the oldest first. */
  audit: AuditEntry & { place: number };
  accounts: AccountRecord;
  sessions: Session;
  browsers: KnownBrowser;
  links: SignInLink;
  usage: UsageCount;
}

export type Kind = keyof Contents;

/** Gives everything of one kind, at most MAX_RECORDS_PER_WRITE at a time. */
export type ReadContents = <Of extends Kind>(kind: Of) => Iterable<Contents[Of][]>;
