import { isDeepStrictEqual } from 'node:util';
import {
  type Account,
  type AccountFields,
  type ApiKey,
  type Identity,
  toRole,
} from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import { toLanguage } from '../../domain/account/language.ts';
import { isInFuture } from '../../domain/time/clock-skew.ts';
import { toDay } from '../../domain/time/time-zone.ts';
import type { AccountChange, AccountStore, EventOutcome } from '../port/accounts.ts';
import { findOne } from '../port/documents.ts';
import type { AccountDocument, DocumentCollections, Documents } from '../port/layout.ts';
import { MAX_DELETED } from '../port/store.ts';
import { findDeletion, toAuditDocuments } from './audit.ts';
import { createChanges, ValueTaken } from './change.ts';
import { type AccountData, finishDeletions, ignoreUnavailable, removeOwned } from './deletion.ts';
import { recordKeyUses } from './key-uses.ts';

/** An account that is changed again and again meanwhile gets no notice that day. */
const MAX_CLAIM_ATTEMPTS = 5;

/** An account and its key are one document, so an account never has two. */
export function createAccountStore(data: AccountData): AccountStore {
  const { accounts, events, keyUses } = data.documents;
  const changeAccount = createChanges(accounts);

  async function findBy(value: string, path: string): Promise<Account | null> {
    const found = await accounts.getMany([value], path);
    return (await toAccounts(data.documents, found))[0] ?? null;
  }

  return {
    async findKeyAccess(keyHashes) {
      const found = await accounts.getMany(keyHashes, 'apiKey.hash');
      return found.map((one) => one && { accountId: one.id, subscription: one.subscription });
    },
    async findById(id) {
      const uses = keyUses.getMany([id]);
      // Handled here, whatever becomes of the account.
      uses.catch(() => {});
      const found = await accounts.getMany([id]);
      return addUses(found, await uses)[0] ?? null;
    },
    findByEmail: (email) => findBy(foldEmail(email), 'emailFolded'),
    findByIdentity: (identity) => findBy(toIdentityKey(identity), 'identityKey'),

    async insert(account, entries) {
      const written = await accounts.replace(toNewDocument(account), {
        audit: toAuditDocuments(entries),
      });
      return written !== null;
    },
    async replace(change) {
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
    applyEvent: (event, change) =>
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
    findDeletedAtMs: (email) => findDeletion(data.documents, email),
    hasEvent: async (id) => (await findOne(events, id)) !== null,
    deleteEvents: (beforeMs) =>
      events.removeWhere({ receivedAtMs: { before: beforeMs } }, MAX_DELETED),
    recordKeyUses: (uses, nowMs) => recordKeyUses(data.documents, uses, nowMs),

    async claimLimitNotices(ids, nowMs) {
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
    async listPlanEnds({ afterMs, untilMs }, afterId, first) {
      const where = {
        'subscription.endsAtMs': { after: afterMs, to: untilMs },
        id: { after: afterId },
      };
      return await toAccounts(data.documents, await accounts.find({ where, by: ['id'], first }));
    },
    claimPlanNotice: (id, { endsAtMs, daysBefore }) =>
      changeAccount(id, (stored) => {
        if (stored?.subscription?.endsAtMs !== endsAtMs) return { result: false };
        const last = stored.planNotice;
        if (last?.endsAtMs === endsAtMs && last.daysBefore <= daysBefore) return { result: false };
        return { result: true, next: { ...stored, planNotice: { endsAtMs, daysBefore } } };
      }),

    async delete(id, entry) {
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
    finishDeletions: (nowMs) => finishDeletions(data, nowMs),
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
    ? stored.apiKey?.sealed === read.apiKey?.sealed
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
