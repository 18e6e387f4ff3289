import type { Account, AccountFields, Identity, KeyAccess } from '../../domain/account/account.ts';
import type { WatchListChange, WatchListOutcome } from '../../domain/account/watch-list.ts';
import type { AuditEntry } from './audit.ts';

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

/** Accounts per call of `listPlanEnds`. */
export const MAX_PLAN_ENDS = 500;

/** A mail about the end of a plan. */
export interface PlanNotice {
  /** When the subscription that the mail is about ends. */
  endsAtMs: number;
  /** Days before the end; 0: the mail says that it has ended. */
  daysBefore: number;
}

/** New values for some fields of an account that was read. */
export interface AccountChange {
  read: Account;
  next: AccountFields;
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

  /** False if another account has the address, the identity or the key. */
  insert(account: Account, entries: readonly AuditEntry[]): Promise<boolean>;
  /**
   * Writes the `next` fields and no others. Condition: the address, role, identity, subscription and
   * key among them are still those that were read, and no other account has the next address or
   * identity. A key is the same by its hash; where there was none, none was created and revoked since
   * (`lastKeyId`). For another encrypted text of the same key, the text that was read must still be
   * stored. Language and notices have no condition, since the last choice counts.
   */
  replace(change: AccountChange): Promise<boolean>;
  /**
   * As `replace`; the same write records the event's id. An event is not applied if its id is already
   * recorded, or if it is older than the last one applied to the account, unless the last one's time
   * is in the future when this one is received (`isInFuture`).
   */
  applyEvent(event: ReceivedEvent, change: AccountChange): Promise<EventOutcome>;
  /** When the last account with this address, whose case is ignored, was deleted; null: none was. */
  findDeletedAtMs(email: string): Promise<number | null>;
  /** True if the id is recorded for any account. */
  hasEvent(id: string): Promise<boolean>;
  /** Deletes at most MAX_DELETED ids received before `beforeMs`. Returns how many. */
  deleteEvents(beforeMs: number): Promise<number>;
  /**
   * Ignores keys that do not exist. An earlier time never replaces a later one, unless the later one
   * is in the future (`isInFuture`).
   */
  recordKeyUses(uses: readonly KeyUse[], nowMs: number): Promise<void>;
  /**
   * Claims the notices of this day (`toDay`) about refused requests. Returns the accounts whose
   * holders want one, each to a single call a day. A claim in the future (`isInFuture`) does not count.
   */
  claimLimitNotices(ids: readonly string[], nowMs: number): Promise<Account[]>;
  /**
   * Accounts whose subscription ends in this span, `untilMs` included, whatever its status; in the
   * order of their ids, those after `afterId`, at most MAX_PLAN_ENDS.
   */
  listPlanEnds(
    span: { afterMs: number; untilMs: number },
    afterId: string,
    first: number,
  ): Promise<Account[]>;
  /**
   * Claims a notice, which succeeds for one call. Condition: the subscription still ends at that
   * time, and no notice with as few or fewer days is claimed for it.
   */
  claimPlanNotice(id: string, notice: PlanNotice): Promise<boolean>;
  /** Also deletes all that belongs to it (`owner` in `layout.ts`) and its usage. */
  delete(id: string, entry: AuditEntry): Promise<boolean>;
  /** Completes the deletions of the last day that were interrupted. */
  finishDeletions(nowMs: number): Promise<void>;
}

/** The companies that each account watches, by IDNO; the register need not have them. */
export interface WatchListStore {
  /** Ascending; empty for an account that watches none. */
  find(accountId: string): Promise<string[]>;
  /**
   * One atomic change, so that concurrent ones are all done. Null if the list is full (see
   * `toChangedWatchList`); nothing has changed then. Nothing is stored for an account that does not
   * exist. Repeated, it has no further effect.
   */
  change(
    accountId: string,
    change: WatchListChange,
    maxSize: number,
  ): Promise<WatchListOutcome | null>;
}
