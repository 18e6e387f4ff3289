import type { Account, ApiKey } from '../../domain/account/account.ts';
import type { AuditEntry } from './audit.ts';
import type { CompanyChange, StoredSupplement } from './companies.ts';
import type { CollectionLayout, Collections, Layout, Stored } from './documents.ts';
import type { DumpContents, ImportRun, StoredClassification, StoredReject } from './imports.ts';
import type { RecordedChange } from './public-changes.ts';
import type { Session, SignInLink } from './sessions.ts';
import type { FailedRequest } from './usage.ts';
import type { Webhook, WebhookSchedule } from './webhooks.ts';

/*
 * Everything that is stored as documents. A new kind of data is a type here, its line in LAYOUT, and
 * its rules in `src/store/accounts` or `src/store/imports`.
 */

/** A mail about the end of a plan. */
export interface PlanNotice {
  /** When the subscription that the mail is about ends. */
  endsAtMs: number;
  /** Days before the end; 0: the mail says that it has ended. */
  daysBefore: number;
}

export interface AccountDocument extends Stored, Omit<Account, 'id' | 'apiKey'> {
  emailFolded: string;
  /** The identity as one text; null: there is none. */
  identityKey: string | null;
  /** Without its last use, which is in `keyUses`. */
  apiKey: Omit<ApiKey, 'lastUsedAtMs'> | null;
  /** The sender's time of the last subscription event that was applied. */
  lastEventAtMs: number | null;
  /** The last claim of `claimLimitNotices`. */
  limitNoticeAtMs: number | null;
  /** The last claim of `claimPlanNotice`. */
  planNotice: PlanNotice | null;
}

export interface AuditDocument extends Stored, AuditEntry {
  /** The folded address of an account that was deleted; null in other entries. */
  deletedEmail: string | null;
  /** The time of the entry while it has a network address. */
  addressAtMs: number | null;
}

/** A subscription event that was applied. */
interface EventDocument extends Stored {
  accountId: string;
  receivedAtMs: number;
}

/** `id`: of an account that was deleted; see `finishDeletions`. */
interface DeletionDocument extends Stored {
  atMs: number;
  /** Whether what belongs to the account was removed. */
  isFinished: boolean;
}

/** `id`: the hash of the session's id. */
export interface SessionDocument extends Stored, Omit<Session, 'idHash'> {
  /** The first of its two ends. */
  firstEndMs: number;
}

/** `id`: of the account, with the number of a mailed link or the hash of another link's token. */
export interface LinkDocument extends Stored, SignInLink {}

/** The known browsers of an account, whose id it has. */
interface BrowsersDocument extends Stored {
  browsers: readonly { deviceHash: string; lastSeenAtMs: number }[];
}

/** The list of an account, whose id it has. */
interface WatchListDocument extends Stored {
  /** Ascending. */
  idnos: readonly string[];
}

/** The webhook of an account, whose id it has. */
export interface WebhookDocument
  extends Stored,
    Omit<Webhook, 'accountId' | 'revision'>,
    WebhookSchedule {}

/** The last use of a key by the account whose id it has. */
interface KeyUseDocument extends Stored {
  keyHash: string;
  lastUsedAtMs: number;
}

/** `id`: of the request. */
export interface FailedRequestDocument extends Stored, Omit<FailedRequest, 'requestId'> {}

export interface AccountDocuments {
  accounts: AccountDocument;
  audit: AuditDocument;
  events: EventDocument;
  deletions: DeletionDocument;
  sessions: SessionDocument;
  links: LinkDocument;
  browsers: BrowsersDocument;
  watchLists: WatchListDocument;
  webhooks: WebhookDocument;
  keyUses: KeyUseDocument;
  failedRequests: FailedRequestDocument;
}

export interface ImportDocument extends Stored, ImportRun {}

/** What the dump of the import contains whose id it has. */
interface DumpContentsDocument extends Stored, DumpContents {}

interface ClassificationDocument extends Stored, StoredClassification {}

/** `id`: of the import, with the index in the order of the file. */
export interface RejectDocument extends Stored, StoredReject {}

/** `id`: the IDNO. */
export interface SupplementDocument extends Stored, Omit<StoredSupplement, 'idno'> {}

/** `id`: the IDNO with the revision. */
export interface HistoryDocument extends Stored, Omit<CompanyChange, 'idno' | 'revision'> {}

/** `id`: the import's time with the IDNO, in the order in which changes are read. */
export interface PublicChangeDocument extends Stored, Omit<RecordedChange, 'importMs' | 'idno'> {}

/** The copy of another store into this one. */
interface CopyDocument extends Stored {
  startedAtMs: number;
  finishedAtMs: number | null;
}

/** What imports and copies write: in the file of the companies. */
export interface ImportDocuments {
  imports: ImportDocument;
  dumpContents: DumpContentsDocument;
  classifications: ClassificationDocument;
  rejects: RejectDocument;
  supplements: SupplementDocument;
  history: HistoryDocument;
  publicChanges: PublicChangeDocument;
  copies: CopyDocument;
}

export interface Documents extends AccountDocuments, ImportDocuments {}

export type DocumentCollections = Collections<AccountDocuments>;
export type ImportCollections = Collections<ImportDocuments>;

/** Those of one instant by their ids. */
export const NEWEST_FIRST = { by: ['atMs', 'id'], descending: true } as const;
export const NEWEST_RUN_FIRST = { by: ['startedAtMs', 'id'], descending: true } as const;

interface StoreLayout extends CollectionLayout {
  /**
   * The file of the embedded store. A committed change of `accounts` survives a power cut, unless its
   * write says otherwise (`WriteOptions`); `usage` is written all the time, so it does not wait for the
   * disk and may lose the latest changes. Only imports and copies write `companies`; the companies'
   * writer writes some of it in its transaction.
   */
  file: 'accounts' | 'usage' | 'companies';
  /** The path of the account's id, with which the documents are deleted. */
  owner?: 'id' | 'accountId';
}

export const LAYOUT: Readonly<Record<keyof Documents, StoreLayout>> = {
  accounts: {
    file: 'accounts',
    indexes: [
      { by: ['apiKey.hash'], unique: true, cached: true },
      { by: ['emailFolded'], unique: true },
      { by: ['identityKey'], unique: true },
      { by: ['subscription.endsAtMs'] },
      { by: ['apiKey.start'] },
    ],
    hasEntries: true,
  },
  audit: {
    file: 'accounts',
    indexes: [
      { by: ['accountId', 'atMs', 'id'] },
      { by: ['atMs', 'id'] },
      { by: ['addressAtMs'] },
      { by: ['keyStart', 'atMs', 'id'] },
      { by: ['deletedEmail', 'atMs'] },
    ],
    isLog: true,
  },
  events: { file: 'accounts', indexes: [{ by: ['receivedAtMs'] }], isLog: true },
  deletions: { file: 'accounts', indexes: [{ by: ['atMs'] }], isLog: true },
  sessions: {
    file: 'accounts',
    owner: 'accountId',
    indexes: [{ by: ['accountId'] }, { by: ['firstEndMs'] }],
    hasEntries: true,
  },
  links: {
    file: 'accounts',
    owner: 'accountId',
    indexes: [{ by: ['tokenHash'], unique: true }, { by: ['accountId'] }, { by: ['endsAtMs'] }],
    hasEntries: true,
  },
  browsers: { file: 'accounts', owner: 'id' },
  watchLists: { file: 'accounts', owner: 'id' },
  webhooks: {
    file: 'accounts',
    owner: 'id',
    indexes: [
      { by: ['lookMs'] },
      { by: ['waitsFromMs', 'id'] },
      { by: ['failingSinceMs'] },
      { by: ['state'] },
    ],
    hasEntries: true,
  },
  keyUses: { file: 'usage', owner: 'id' },
  failedRequests: {
    file: 'usage',
    owner: 'accountId',
    indexes: [{ by: ['accountId', 'atMs', 'id'] }, { by: ['atMs'] }],
  },
  imports: {
    file: 'companies',
    indexes: [
      { by: ['startedAtMs', 'id'] },
      { by: ['kind', 'outcome', 'sample', 'finishedAtMs', 'startedAtMs'] },
    ],
  },
  dumpContents: { file: 'companies' },
  classifications: { file: 'companies' },
  rejects: { file: 'companies' },
  supplements: { file: 'companies' },
  history: { file: 'companies' },
  publicChanges: { file: 'companies' },
  copies: { file: 'companies' },
};

/** The collections of one file of the embedded store. */
export function toFileLayout(file: StoreLayout['file']): Layout {
  return Object.fromEntries(Object.entries(LAYOUT).filter(([, one]) => one.file === file));
}
