import type { Account, ApiKey, Identity, Role } from '../../domain/account/account.ts';
import type { Language } from '../../domain/account/language.ts';
import type { Subscription } from '../../domain/account/plan.ts';
import type { AuditEntry } from './audit.ts';

/** The most ids that one call of `forgetEvents` removes. */
export const MAX_FORGOTTEN_EVENTS = 1_000;

/** What each request asks of the account whose key it carries; requests may share one. */
export interface KeyAccess {
  readonly accountId: string;
  readonly subscription: Readonly<Subscription> | null;
  /** Null: its key has not been used yet. */
  readonly lastUsedAtMs: number | null;
}

/** An account as far as a change of its key is decided by it. */
export type ReadKey = Pick<Account, 'id' | 'apiKey' | 'lastKeyId'>;

export interface KeyUse {
  keyHash: string;
  atMs: number;
}

/** A subscription event as far as the store must know it. */
export interface EventMark {
  /** Given by its sender; the same event sent again has the same one. */
  id: string;
  /** When it happened at the sender's. */
  atMs: number;
  receivedAtMs: number;
}

/** `repeated`, `stale`: nothing changed, and never will; `changed`: read again and try again. */
export type EventOutcome = 'applied' | 'repeated' | 'stale' | 'changed';

/** A subscription to be put in the place of the one that was read. */
export interface SubscriptionChange {
  accountId: string;
  expected: Subscription | null;
  next: Subscription;
  /** Becomes the account's key in the same write; with one given, the account must not have one. */
  keyIfNone: ApiKey | null;
  entries: readonly AuditEntry[];
}

/**
 * Accounts with their one key. Every change is a single conditional write on one account, and
 * its audit entry goes in with it: false says that the condition did not hold and nothing changed.
 */
export interface AccountStore {
  /** In the order of the hashes, null where no account has that key; as it is now. */
  findKeyAccess(keyHashes: readonly string[]): Promise<(KeyAccess | null)[]>;
  findById(id: string): Promise<Account | null>;
  /** In whatever case the address is written. */
  findByEmail(email: string): Promise<Account | null>;
  findByIdentity(identity: Identity): Promise<Account | null>;
  /** By folded address, from the first one after `afterEmail`. */
  list(page: { afterEmail: string | null; first: number }): Promise<Account[]>;

  /** False: the address belongs to an account already. */
  insert(account: Account, entries: readonly AuditEntry[]): Promise<boolean>;
  /** On condition that the subscription is still the `expected` one. */
  replaceSubscription(change: SubscriptionChange): Promise<boolean>;
  /**
   * As `replaceSubscription`, with the event's id recorded in the same write. An id that is
   * recorded changes nothing, nor does an event older than the last one applied to the account,
   * unless that one is in the future of this one's receipt (`isInFuture`).
   */
  applyEvent(event: EventMark, change: SubscriptionChange): Promise<EventOutcome>;
  /** Whether the id is recorded with any account. */
  hasEvent(id: string): Promise<boolean>;
  /** Forgets at most MAX_FORGOTTEN_EVENTS ids received before `beforeMs`; how many. */
  forgetEvents(beforeMs: number): Promise<number>;
  /**
   * On condition that the account has still the key that it had when it was read; where it had
   * none, that it had none in between either.
   */
  replaceKey(read: ReadKey, next: ApiKey | null, entry: AuditEntry): Promise<boolean>;
  /** On condition that this key is the account's and its sealed text is still there. */
  eraseSeal(id: string, keyHash: string, entry: AuditEntry): Promise<boolean>;
  /**
   * Keys that are gone are passed over; an earlier time never replaces a later one, unless that one
   * is in the future (`isInFuture`).
   */
  recordKeyUses(uses: readonly KeyUse[], nowMs: number): Promise<void>;
  /** Of the mails to the holder; false: there is no such account. */
  setLanguage(id: string, language: Language): Promise<boolean>;
  /** False: there is no such account, or it has this role already. */
  setRole(id: string, role: Role, entry: AuditEntry): Promise<boolean>;
  /**
   * On condition that the account's identity is still the expected one, and that the next one is
   * no other account's.
   */
  replaceIdentity(
    id: string,
    expected: Identity | null,
    next: Identity,
    entry: AuditEntry,
  ): Promise<boolean>;
  /** With its sessions, sign-in links, known browsers and usage; its audit entries stay. */
  delete(id: string, entry: AuditEntry): Promise<boolean>;
}
