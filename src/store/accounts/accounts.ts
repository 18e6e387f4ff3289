import { isDeepStrictEqual } from 'node:util';
import {
  type Account,
  type AccountFields,
  type ApiKey,
  type Identity,
  type KeyAccess,
  toRole,
} from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import { toLanguage } from '../../domain/account/language.ts';
import { isInFuture } from '../../domain/time/clock-skew.ts';
import { toDay } from '../../domain/time/time-zone.ts';
import type { AuditEntry } from '../port/audit.ts';
import { findOne, MAX_DELETED } from '../port/documents.ts';
import type {
  AccountDocument,
  DocumentCollections,
  Documents,
  PlanNotice,
} from '../port/layout.ts';
import { findDeletion, toAuditDocuments } from './audit.ts';
import { createChanges, ValueTaken } from './change.ts';
import { type AccountData, finishDeletions, ignoreUnavailable, removeOwned } from './deletion.ts';
import { type KeyUse, recordKeyUses } from './key-uses.ts';

/** An account that is changed again and again meanwhile gets no notice that day. */
const MAX_CLAIM_ATTEMPTS = 5;

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

/** New values for some fields of an account that was read. */
export interface AccountChange {
  read: Account;
  next: AccountFields;
  entries: readonly AuditEntry[];
}

/** Accounts per call of `listPlanEnds`. */
export const MAX_PLAN_ENDS = 500;

export type AccountStore = ReturnType<typeof createAccountStore>;

/**
 * Accounts, each with at most one key: they are one document. Every change is a single conditional
 * write on one account and includes its audit entry. False means that the condition did not hold and
 * nothing changed.
 */
export function createAccountStore(data: AccountData) {
  const { accounts, events, keyUses } = data.documents;
  const changeAccount = createChanges(accounts);

  async function findBy(value: string, path: string): Promise<Account | null> {
    const found = await accounts.getMany([value], path);
    return (await toAccounts(data.documents, found))[0] ?? null;
  }

  return {
    /** In the order of the hashes, null if no account has that key. Never returns stale values. */
    async findKeyAccess(keyHashes: readonly string[]): Promise<(KeyAccess | null)[]> {
      const found = await accounts.getMany(keyHashes, 'apiKey.hash');
      return found.map((one) => one && { accountId: one.id, subscription: one.subscription });
    },
    async findById(id: string): Promise<Account | null> {
      const uses = keyUses.getMany([id]);
      // Handled here, whatever becomes of the account.
      uses.catch(() => {});
      const found = await accounts.getMany([id]);
      return addUses(found, await uses)[0] ?? null;
    },
    /** Ignores the case of the address. */
    findByEmail: (email: string) => findBy(foldEmail(email), 'emailFolded'),
    findByIdentity: (identity: Identity) => findBy(toIdentityKey(identity), 'identityKey'),

    /** False if another account has the address, the identity or the key. */
    async insert(account: Account, entries: readonly AuditEntry[]): Promise<boolean> {
      const written = await accounts.replace(toNewDocument(account), {
        audit: toAuditDocuments(entries),
      });
      return written !== null;
    },
    /**
     * Writes the `next` fields and no others. Condition: the address, role, identity, subscription and
     * key among them are still those that were read, and no other account has the next address or
     * identity. A key is the same by its hash; where there was none, none was created and revoked
     * since (`lastKeyId`). For another encrypted text of the same key, the text that was read must
     * still be stored. Language and notices have no condition, since the last choice counts.
     */
    async replace(change: AccountChange): Promise<boolean> {
      const entries = { audit: toAuditDocuments(change.entries) };
      try {
        return await changeAccount(change.read.id, (stored) => {
          if (stored === null || !isAsRead(stored, change)) return { result: false };
          return { result: true, next: toNext(stored, change.next), entries };
        });
      } catch (error) {
        // Another account has this identity or address.
        const { identity, email } = change.next;
        if (error instanceof ValueTaken && (identity ?? email) != null) return false;
        throw error;
      }
    },
    /**
     * As `replace`; the same write records the event's id. An event is not applied if its id is already
     * recorded, or if it is older than the last one applied to the account, unless the last one's time
     * is in the future when this one is received (`isInFuture`).
     */
    applyEvent: (event: ReceivedEvent, change: AccountChange) =>
      changeAccount<EventOutcome>(change.read.id, async (stored) => {
        if ((await findOne(events, event.id)) !== null) return { result: 'repeated' };
        if (stored === null) return { result: 'changed' };
        const { atMs, receivedAtMs } = event;
        const lastMs = stored.lastEventAtMs;
        const isStale = lastMs !== null && lastMs > atMs && !isInFuture(lastMs, receivedAtMs);
        if (isStale) return { result: 'stale' };
        if (!isAsRead(stored, change)) return { result: 'changed' };
        return {
          result: 'applied',
          next: { ...toNext(stored, change.next), lastEventAtMs: atMs },
          entries: {
            audit: toAuditDocuments(change.entries),
            events: [{ id: event.id, accountId: stored.id, receivedAtMs }],
          },
        };
      }),
    /** When the last account with this address, whose case is ignored, was deleted; null: none was. */
    findDeletedAtMs: (email: string) => findDeletion(data.documents, email),
    /** True if the id is recorded for any account. */
    hasEvent: async (id: string) => (await findOne(events, id)) !== null,
    /** Deletes at most MAX_DELETED ids received before `beforeMs`. Returns how many. */
    deleteEvents: (beforeMs: number) =>
      events.removeWhere({ receivedAtMs: { before: beforeMs } }, MAX_DELETED),
    recordKeyUses: (uses: readonly KeyUse[], nowMs: number) =>
      recordKeyUses(data.documents, uses, nowMs),

    /**
     * Claims the notices of this day (`toDay`) about refused requests. Returns the accounts whose
     * holders want one, each to a single call a day. A claim in the future (`isInFuture`) does not
     * count.
     */
    async claimLimitNotices(ids: readonly string[], nowMs: number): Promise<Account[]> {
      const claimed: AccountDocument[] = [];
      let asked = ids;
      for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS && asked.length > 0; attempt++) {
        const open = (await accounts.getMany(asked)).filter(
          (one) => one?.limitNotices && !isClaimed(one.limitNoticeAtMs, nowMs),
        ) as AccountDocument[];
        const next = open.map((one) => ({ ...one, limitNoticeAtMs: nowMs }));
        const written = await accounts.replaceEach(next);
        claimed.push(...written.filter((one) => one !== null));
        // Those that were changed meanwhile.
        asked = open.filter((_, index) => written[index] === null).map(({ id }) => id);
      }
      return await toAccounts(data.documents, claimed);
    },
    /**
     * Accounts whose subscription ends in this span, `untilMs` included, whatever its status; in the
     * order of their ids, those after `afterId`, at most MAX_PLAN_ENDS.
     */
    async listPlanEnds(
      { afterMs, untilMs }: { afterMs: number; untilMs: number },
      afterId: string,
      first: number,
    ): Promise<Account[]> {
      const where = {
        'subscription.endsAtMs': { after: afterMs, to: untilMs },
        id: { after: afterId },
      };
      return await toAccounts(data.documents, await accounts.find({ where, by: ['id'], first }));
    },
    /**
     * Claims a notice, which succeeds for one call. Condition: the subscription still ends at that
     * time, and no notice with as few or fewer days is claimed for it.
     */
    claimPlanNotice: (id: string, { endsAtMs, daysBefore }: PlanNotice) =>
      changeAccount<boolean>(id, (stored) => {
        if (stored?.subscription?.endsAtMs !== endsAtMs) return { result: false };
        const last = stored.planNotice;
        if (last?.endsAtMs === endsAtMs && last.daysBefore <= daysBefore) return { result: false };
        return { result: true, next: { ...stored, planNotice: { endsAtMs, daysBefore } } };
      }),

    /** Also deletes all that belongs to it (`owner` in `layout.ts`) and its usage. */
    async delete(id: string, entry: AuditEntry): Promise<boolean> {
      const entries = {
        audit: toAuditDocuments([entry]),
        deletions: [{ id, atMs: entry.atMs, isFinished: false }],
      };
      const isDeleted = await changeAccount(id, (stored) =>
        stored === null ? { result: false } : { result: true, next: null, entries },
      );
      if (isDeleted) await ignoreUnavailable(() => removeOwned(data, id));
      return isDeleted;
    },
    /** Completes the deletions of the last day that were interrupted. */
    finishDeletions: (nowMs: number) => finishDeletions(data, nowMs),
  };
}

/** Adds the last uses of the keys; null stays null. */
export async function toAccounts<Found extends AccountDocument | null>(
  { keyUses }: Pick<DocumentCollections, 'keyUses'>,
  documents: readonly Found[],
): Promise<(Found extends null ? null : Account)[]> {
  const ids = documents.flatMap((one) => (one === null || one.apiKey === null ? [] : [one.id]));
  return addUses(documents, ids.length === 0 ? [] : await keyUses.getMany(ids));
}

function addUses<Found extends AccountDocument | null>(
  documents: readonly Found[],
  uses: readonly (Documents['keyUses'] | null)[],
): (Found extends null ? null : Account)[] {
  const byId = new Map(uses.flatMap((use) => (use === null ? [] : [[use.id, use] as const])));
  return documents.map((document) => {
    if (document === null) return null;
    const { version, emailFolded, identityKey, ...others } = document;
    const { lastEventAtMs, limitNoticeAtMs, planNotice, apiKey, ...account } = others;
    const use = byId.get(document.id);
    const lastUsedAtMs = use && use.keyHash === apiKey?.hash ? use.lastUsedAtMs : null;
    return {
      ...account,
      language: toLanguage(account.language),
      role: toRole(account.role),
      apiKey: apiKey && { ...apiKey, lastUsedAtMs },
    };
  }) as (Found extends null ? null : Account)[];
}

function toNewDocument({ apiKey, ...account }: Account): AccountDocument {
  return {
    ...account,
    version: 0,
    emailFolded: foldEmail(account.email),
    identityKey: account.identity && toIdentityKey(account.identity),
    apiKey: apiKey && withoutUse(apiKey),
    lastEventAtMs: null,
    limitNoticeAtMs: null,
    planNotice: null,
  };
}

/** The next version of a document, with these fields. */
function toNext(stored: AccountDocument, { apiKey, ...fields }: AccountFields): AccountDocument {
  return {
    ...stored,
    ...fields,
    ...(fields.email !== undefined && { emailFolded: foldEmail(fields.email) }),
    ...(fields.identity !== undefined && {
      identityKey: fields.identity && toIdentityKey(fields.identity),
    }),
    ...(apiKey !== undefined && { apiKey: apiKey && withoutUse(apiKey) }),
    ...(apiKey != null && { lastKeyId: apiKey.id }),
  };
}

/** Whether the account is still as the change requires; see `AccountStore.replace`. */
function isAsRead(stored: AccountDocument, change: AccountChange): boolean {
  const { read, next } = change;
  const fields = ['email', 'role', 'identity', 'subscription'] as const;
  const isChanged = fields.some(
    (field) => next[field] !== undefined && !isDeepStrictEqual(stored[field], read[field]),
  );
  if (isChanged) return false;
  if (next.apiKey === undefined) return true;
  if (stored.apiKey?.hash !== read.apiKey?.hash) return false;
  // Of a key that stays, only the encrypted text may change.
  return next.apiKey !== null && next.apiKey.hash === read.apiKey?.hash
    ? stored.apiKey?.encrypted === read.apiKey?.encrypted
    : stored.lastKeyId === read.lastKeyId;
}

/** Whether the notices of this day of the country are claimed; a claim in the future does not count. */
function isClaimed(claimedAtMs: number | null, nowMs: number): boolean {
  if (claimedAtMs === null || isInFuture(claimedAtMs, nowMs)) return false;
  return toDay(claimedAtMs) >= toDay(nowMs);
}

function withoutUse({ lastUsedAtMs, ...key }: ApiKey): AccountDocument['apiKey'] {
  return key;
}

function toIdentityKey({ issuer, subject }: Identity): string {
  return JSON.stringify([issuer, subject]);
}
