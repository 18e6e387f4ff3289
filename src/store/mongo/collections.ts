import type { Collection, Db, ObjectId } from 'mongodb';
import type { Account, Identity, Role } from '../../domain/account/account.ts';
import type { RegisterRow } from '../../domain/company/company.ts';
import type { AuditEntry } from '../port/audit.ts';
import type { CompanyChange, StoredCompany, StoredSupplement } from '../port/companies.ts';
import type { ImportRun, KeptReject, StoredClassification } from '../port/imports.ts';
import type { Session } from '../port/sessions.ts';
import type { SignInLink } from '../port/sign-in-links.ts';
import type { Requests } from '../port/usage.ts';

/*
 * What each collection holds. New fields may be added, none may change its meaning or go: two
 * versions of the program work on them side by side.
 */

/** `_id` is the number of the register, so that the collection can be sharded on its hash. */
export interface CompanyDocument extends Omit<StoredCompany, 'raw'> {
  _id: string;
  /** Left out where there is none: rows that were stored before the column was known lack it too. */
  raw: Omit<RegisterRow, 'status'> & { status?: string };
  /** Documents of older programs have none until `fillSearchFields` comes to them. */
  search?: SearchFields;
}

/** What staff find a company by, folded when it is written. */
export interface SearchFields {
  /** Of the folding: with another one they are made anew. */
  version: number;
  /** See `toSearchName`. */
  name: string;
  /** The name's first character and length: the order of what begins with one letter. */
  initial: string;
  length: number;
  /** Of the name. */
  words: string[];
  /** Of the names of founders and administrators. */
  people: string[];
  /** See `toIdentifierText`. */
  founders: string[];
}

/** `_id` is `IDNO:revision`. */
export interface ChangeDocument extends CompanyChange {
  _id: string;
}

export interface SupplementDocument extends Omit<StoredSupplement, 'idno'> {
  _id: string;
}

export interface EventDocument {
  id: string;
  receivedAtMs: number;
}

/** Entries that belong to a change of this document, and that the audit log may not have yet. */
export interface WithOutbox {
  outbox?: AuditDocument[];
}

export interface AccountDocument extends Omit<Account, 'id' | 'role' | 'identity'>, WithOutbox {
  _id: string;
  /** Documents of older programs have none; nor have they an identity. */
  role?: Role;
  identity?: Identity | null;
  emailFolded: string;
  /** When the last applied subscription event happened at its sender's. */
  lastEventAtMs?: number;
  /** The events applied last. */
  events?: EventDocument[];
  /** The account is gone; what is left of the document is for the audit log and its events. */
  deletedAtMs?: number;
}

export interface AuditDocument extends Omit<AuditEntry, 'id'> {
  _id: string;
  /** Grows within a process: the order of entries of one millisecond. */
  order: ObjectId;
}

/** One with an outbox is over. */
export interface SessionDocument extends Omit<Session, 'idHash' | 'staffIssuer'>, WithOutbox {
  _id: string;
  /** Documents of older programs have none. */
  staffIssuer?: string | null;
}

/** `_id` is the account's id and the hash of the browser's mark. */
export interface BrowserDocument {
  _id: string;
  accountId: string;
  lastSeenAtMs: number;
}

export interface LinkDocument extends Omit<SignInLink, 'tokenHash'> {
  _id: string;
}

/** `_id` is the account's id and the day. */
export interface UsageDocument extends Requests {
  _id: string;
  accountId: string;
  day: string;
  /** The batches added last, so that none is added twice. */
  batches: string[];
}

/** Counts that were written at once, and are then added to each account's day. */
export interface UsageBatchDocument {
  _id: string;
  counts: Omit<UsageDocument, 'batches'>[];
}

export interface RunDocument extends Omit<ImportRun, 'id'> {
  _id: string;
}

/** `_id` is the import's id and the place. */
export interface RejectDocument extends KeptReject {
  _id: string;
  importId: string;
  /** In the order of the file, from 0. */
  place: number;
}

export interface ClassificationDocument extends Omit<StoredClassification, 'id'> {
  _id: string;
}

export interface LeaseDocument {
  _id: string;
  holder: string | null;
  /** By the server's clock. */
  endsAt: Date;
}

export interface VersionDocument {
  _id: 'store';
  version: number;
}

/** What is known of the copy of an embedded store into this one. */
export interface CopyDocument {
  _id: 'copy';
  startedAtMs: number;
  finishedAtMs: number | null;
}

export interface Collections {
  companies: Collection<CompanyDocument>;
  changes: Collection<ChangeDocument>;
  supplements: Collection<SupplementDocument>;
  accounts: Collection<AccountDocument>;
  audit: Collection<AuditDocument>;
  sessions: Collection<SessionDocument>;
  browsers: Collection<BrowserDocument>;
  links: Collection<LinkDocument>;
  usage: Collection<UsageDocument>;
  usageBatches: Collection<UsageBatchDocument>;
  imports: Collection<RunDocument>;
  rejects: Collection<RejectDocument>;
  classifications: Collection<ClassificationDocument>;
  leases: Collection<LeaseDocument>;
  versions: Collection<VersionDocument>;
  copies: Collection<CopyDocument>;
}

export function toCollections(db: Db): Collections {
  return {
    companies: db.collection('companies'),
    changes: db.collection('companyChanges'),
    supplements: db.collection('supplements'),
    accounts: db.collection('accounts'),
    audit: db.collection('audit'),
    sessions: db.collection('sessions'),
    browsers: db.collection('browsers'),
    links: db.collection('signInLinks'),
    usage: db.collection('usage'),
    usageBatches: db.collection('usageBatches'),
    imports: db.collection('imports'),
    rejects: db.collection('rejects'),
    classifications: db.collection('classifications'),
    leases: db.collection('leases'),
    versions: db.collection('versions'),
    copies: db.collection('copies'),
  };
}
