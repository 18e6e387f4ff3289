import type { Account, ApiKey, Identity, KeyAccess, Role } from '../../domain/account/account.ts';
import type { Language } from '../../domain/account/language.ts';
import type { Subscription } from '../../domain/account/plan.ts';
import type { AuditEntry } from './audit.ts';

/** The most ids that one call of `deleteEvents` removes. */
export const MAX_DELETED_EVENTS = 1_000;

/** The values that must be unchanged when the key is replaced. */
export type ReadKey = Pick<Account, 'id' | 'apiKey' | 'lastKeyId'>;

export interface KeyUse {
  keyHash: string;
  atMs: number;
}

/** The part of a subscription event that the store needs. */
export interface ReceivedEvent {
  /** Assigned by the sender; a repeated event has the same id. */
  id: string;
  /** The sender's time of the event. */
  atMs: number;
  receivedAtMs: number;
}

/** `repeated`, `stale`: not applied, do not retry; `changed`: read the account again and retry. */
export type EventOutcome = 'applied' | 'repeated' | 'stale' | 'changed';

/** Replaces the subscription that was read. */
export interface SubscriptionChange {
  accountId: string;
  expected: Subscription | null;
  next: Subscription;
  /** The account's new key, set in the same write; the account must then not have a key. */
  keyIfNone: ApiKey | null;
  entries: readonly AuditEntry[];
}

/**
 * Accounts, each with at most one key. Every change is a single conditional write on one account and
 * includes its audit entry. False means that the condition did not hold and nothing changed.
 */
export interface AccountStore {
  /** In the order of the hashes, null if no account has that key. Never returns stale values. */
  findKeyAccess(keyHashes: readonly string[]): Promise<(KeyAccess | null)[]>;
  findById(id: string): Promise<Account | null>;
  /** Ignores the case of the address. */
  findByEmail(email: string): Promise<Account | null>;
  findByIdentity(identity: Identity): Promise<Account | null>;
  /** Sorted by the folded address, beginning after `afterEmail`. */
  list(page: { afterEmail: string | null; first: number }): Promise<Account[]>;

  /** False if another account has the address. */
  insert(account: Account, entries: readonly AuditEntry[]): Promise<boolean>;
  /** Condition: the subscription is still the `expected` one. */
  replaceSubscription(change: SubscriptionChange): Promise<boolean>;
  /**
   * As `replaceSubscription`; the same write records the event's id. An event is not applied if its
   * id is already recorded, or if it is older than the last one applied to the account, unless the
   * last one's time is in the future when this one is received (`isInFuture`).
   */
  applyEvent(event: ReceivedEvent, change: SubscriptionChange): Promise<EventOutcome>;
  /** True if the id is recorded for any account. */
  hasEvent(id: string): Promise<boolean>;
  /** Deletes at most MAX_DELETED_EVENTS ids received before `beforeMs`. Returns how many. */
  deleteEvents(beforeMs: number): Promise<number>;
  /**
   * Condition: the account still has the key that was read; if it had none, no key was created and
   * revoked since then.
   */
  replaceKey(read: ReadKey, next: ApiKey | null, entry: AuditEntry): Promise<boolean>;
  /** Condition: the account has this key, and its encrypted text is still stored. */
  eraseEncryptedKey(id: string, keyHash: string, entry: AuditEntry): Promise<boolean>;
  /**
   * Ignores keys that do not exist. An earlier time never replaces a later one, unless the later one
   * is in the future (`isInFuture`).
   */
  recordKeyUses(uses: readonly KeyUse[], nowMs: number): Promise<void>;
  /** Sets the language of mails to the account's holder. False if there is no such account. */
  setLanguage(id: string, language: Language): Promise<boolean>;
  /** Sets whether the holder gets mails about refused requests. False if there is no such account. */
  setLimitNotices(id: string, areWanted: boolean): Promise<boolean>;
  /**
   * Claims the notices of this UTC day about refused requests. Returns the accounts whose holders want
   * one, each to a single call a day. A claim in the future (`isInFuture`) does not count.
   */
  claimLimitNotices(ids: readonly string[], nowMs: number): Promise<Account[]>;
  /** False if there is no such account, or if it already has this role. */
  setRole(id: string, role: Role, entry: AuditEntry): Promise<boolean>;
  /**
   * Condition: the account's identity is still the expected one, and no other account has the next
   * one.
   */
  replaceIdentity(
    id: string,
    expected: Identity | null,
    next: Identity,
    entry: AuditEntry,
  ): Promise<boolean>;
  /** Also deletes its sessions, sign-in links, known browsers and usage, but no audit entries. */
  delete(id: string, entry: AuditEntry): Promise<boolean>;
}
