import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import { foldEmail } from '../../domain/account/email.ts';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import { toUtcDayStartMs } from '../../domain/time/time-zone.ts';
import type { AccountStore } from '../port/accounts.ts';
import { createDeletion } from './account-deletion.ts';
import {
  expectRead,
  notDeleted,
  toAccount,
  toDocument,
  toSubscription,
  toUpdate,
  withEmail,
  withIdentity,
  withKeys,
} from './account-record.ts';
import { toAuditDocument, tryDrainAccount } from './audit.ts';
import { isDuplicate } from './calls.ts';
import type { Collections } from './collections.ts';
import type { AccountDocument } from './documents.ts';
import { createEventStore } from './events.ts';

/**
 * An account and its key are one document. Every change is therefore one conditional write, which
 * also puts the audit entries into the document's outbox; nothing has to be read before it.
 */
export function createAccountStore(collections: Collections): AccountStore {
  const { accounts } = collections;

  async function findOne(filter: Filter<AccountDocument>) {
    const found = await accounts.findOne(filter);
    return found === null ? null : toAccount(found);
  }

  /** If the driver repeats a call that succeeded, the duplicate is the account of the first call. */
  async function insert(document: AccountDocument): Promise<boolean> {
    const { _id: id, emailFolded } = document;
    try {
      await accounts.insertOne(document);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const existing = await findOne(withEmail(emailFolded));
      if (existing === null) throw error;
      if (existing.id !== id) return false;
    }
    await tryDrainAccount(collections, id);
    return true;
  }

  return {
    async findKeyAccess(keyHashes) {
      const projection = { subscription: 1, 'apiKey.hash': 1 };
      const found = await accounts.lookUp(withKeys(keyHashes), { projection });
      const accessByHash = new Map(
        found.map(({ _id: accountId, apiKey, subscription }) => {
          return [apiKey?.hash, { accountId, subscription: toSubscription(subscription) }];
        }),
      );
      return keyHashes.map((keyHash) => accessByHash.get(keyHash) ?? null);
    },
    findById: (id) => findOne(notDeleted(id)),
    findByEmail: (email) => findOne(withEmail(foldEmail(email))),
    findByIdentity: (identity) => findOne(withIdentity(identity)),

    insert: (account, entries) => insert(toDocument(account, entries.map(toAuditDocument))),
    async replace(change) {
      const { read, next, entries } = change;
      try {
        const write = await accounts.updateOne(expectRead(change), toUpdate(change));
        if (write.matchedCount === 0) return false;
      } catch (error) {
        // Another account has this identity.
        if (next.identity != null && isDuplicate(error)) return false;
        throw error;
      }
      if (entries.length > 0) await tryDrainAccount(collections, read.id);
      return true;
    },
    ...createEventStore(collections),
    async recordKeyUses(uses, nowMs) {
      const latestMs = nowMs + MAX_CLOCK_SKEW_MS;
      const updates = uses.map(({ keyHash, atMs }) => {
        const replaced = [null, { $lt: atMs }, { $gt: latestMs }];
        const $or = replaced.map((lastUsedAtMs) => ({ 'apiKey.lastUsedAtMs': lastUsedAtMs }));
        return {
          updateOne: {
            filter: { ...withKeys([keyHash]), $or },
            update: { $set: { 'apiKey.lastUsedAtMs': atMs } },
          },
        };
      });
      await accounts.bulkWrite(updates);
    },
    claimLimitNotices: createLimitNoticeClaims(collections),
    async listPlanEnds({ afterMs, untilMs }, afterId, first) {
      const filter = {
        'subscription.endsAtMs': { $gt: afterMs, $lte: untilMs },
        _id: { $gt: afterId },
      };
      const options = { sort: { _id: 1 }, limit: first } as const;
      return (await accounts.find(filter, options)).map(toAccount);
    },
    async claimPlanNotice(id, { endsAtMs, daysBefore }) {
      const filter = {
        ...notDeleted(id),
        'subscription.endsAtMs': endsAtMs,
        $or: [
          { 'planNotice.endsAtMs': { $ne: endsAtMs } },
          { 'planNotice.daysBefore': { $gt: daysBefore } },
        ],
      };
      const update = { $set: { planNotice: { endsAtMs, daysBefore } } };
      return (await accounts.updateOne(filter, update)).matchedCount > 0;
    },
    delete: createDeletion(collections),
  };
}

/** A claim leaves its id in each account, which shows the claims that this call has won. */
function createLimitNoticeClaims({ accounts }: Collections): AccountStore['claimLimitNotices'] {
  return async (ids, nowMs) => {
    if (ids.length === 0) return [];
    const limitNoticeClaim = randomUUID();
    const unclaimed = [
      { $exists: false },
      { $lt: toUtcDayStartMs(nowMs) },
      { $gt: nowMs + MAX_CLOCK_SKEW_MS },
    ];
    const filter = {
      deletedAtMs: { $exists: false },
      limitNotices: true,
      $or: unclaimed.map((limitNoticeAtMs) => ({ limitNoticeAtMs })),
    };
    const update = { $set: { limitNoticeAtMs: nowMs, limitNoticeClaim } };
    // One by one: an update of many may find them all before it changes the first.
    await accounts.bulkWrite(
      ids.map((_id) => ({ updateOne: { filter: { _id, ...filter }, update } })),
    );
    const won = { _id: { $in: [...ids] }, deletedAtMs: { $exists: false }, limitNoticeClaim };
    return (await accounts.find(won)).map(toAccount);
  };
}
