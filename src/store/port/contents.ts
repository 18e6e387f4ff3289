import type { Account } from '../../domain/account/account.ts';
import type { ActivityClass } from '../../domain/register/activities.ts';
import type { PlanNotice } from './accounts.ts';
import type { AuditEntry } from './audit.ts';
import type { CompanyChange, StoredCompany, StoredSupplement } from './companies.ts';
import type { ImportRun, StoredClassification, StoredReject } from './imports.ts';
import type { RecordedChange } from './public-changes.ts';
import type { Session, SignInLink } from './sessions.ts';
import type { FailedRequest, UsageCount } from './usage.ts';
import type { Webhook } from './webhooks.ts';

/** An account with the store's internal data about it. */
export interface AccountRecord {
  id: string;
  /** Null if the account is deleted and its events are still stored. */
  account: Account | null;
  lastEventAtMs: number | null;
  /** The last claim of `claimLimitNotices`. */
  limitNoticeAtMs: number | null;
  /** The last claim of `claimPlanNotice`. */
  planNotice: PlanNotice | null;
  events: { id: string; receivedAtMs: number }[];
}

interface KnownBrowser {
  accountId: string;
  deviceHash: string;
  lastSeenAtMs: number;
}

/** All records of a store by kind. */
export interface Contents {
  classifications: StoredClassification;
  imports: ImportRun;
  /** `place`: the reject's index in the order of the file, from 0. */
  rejects: StoredReject & { importId: string; place: number };
  supplements: StoredSupplement;
  changes: CompanyChange;
  publicChanges: RecordedChange;
  activities: ActivityClass;
  companies: StoredCompany;
  audit: AuditEntry;
  accounts: AccountRecord;
  sessions: Session;
  browsers: KnownBrowser;
  links: SignInLink;
  usage: UsageCount;
  failedRequests: FailedRequest;
  watchLists: { accountId: string; idnos: string[] };
  webhooks: Webhook;
}

export type RecordKind = keyof Contents;

/** Yields all records of one kind in batches of at most MAX_RECORDS_PER_WRITE. */
export type ReadContents = <Of extends RecordKind>(kind: Of) => Iterable<Contents[Of][]>;
