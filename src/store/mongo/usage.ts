import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { AccountReads } from '../port/account-reads.ts';
import { MAX_DELETED } from '../port/store.ts';
import {
  type FailedRequest,
  type FailedRequestStore,
  MAX_FAILED_REQUESTS,
  NO_REQUESTS,
  REQUEST_KINDS,
  type UsageCount,
  type UsageStore,
} from '../port/usage.ts';
import { isDuplicate } from './calls.ts';
import type { Collections } from './collections.ts';
import type { Keyed, UsageBatchDocument } from './documents.ts';

/** The ids that each day stores: far more than there are unfinished batches at any time. */
const MAX_KNOWN_BATCHES = 32;
/** The most unfinished batches that one call adds. */
const MAX_ADDED = 100;

/**
 * The counts of many accounts are first written as one document, atomically, and then added to each
 * account's day. Each day stores the ids of its last batches, so the next call can safely complete a
 * batch that was added only in part.
 */
export function createUsageStore(
  collections: Collections,
): UsageStore & Pick<AccountReads, 'listUsage'> {
  const { usage, usageBatches } = collections;

  /** A repeated batch may exist or have been added already; its days then contain its id. */
  async function insertBatch(batch: UsageBatchDocument): Promise<void> {
    try {
      await usageBatches.insertOne(batch);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Creates missing days first, so that concurrent batches cannot fail on a duplicate. */
  async function createDays(counts: UsageBatchDocument['counts']): Promise<void> {
    try {
      await usage.insertMissing(
        counts.map(({ _id, accountId, day }) => {
          return { _id, accountId, day, ...NO_REQUESTS, batches: [] };
        }),
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async function addBatch({ _id: batch, counts }: UsageBatchDocument): Promise<void> {
    await createDays(counts);
    const updates = counts.map(
      ({ _id, ok, notModified = 0, notFound = 0, clientErrors, limited }) => ({
        updateOne: {
          filter: { _id, batches: { $ne: batch } },
          update: {
            $inc: { ok, notModified, notFound, clientErrors, limited },
            $push: { batches: { $each: [batch], $slice: -MAX_KNOWN_BATCHES } },
          },
        },
      }),
    );
    await usage.bulkWrite(updates);
    await removeDeleted(counts);
    await usageBatches.deleteOne({ _id: batch });
  }

  /**
   * Removes the counts of accounts that do not exist, after they were added: the deletion of an
   * account removes the counts that it finds, and this call removes those added after the deletion.
   */
  async function removeDeleted(counts: UsageBatchDocument['counts']): Promise<void> {
    const existing = await findExisting(counts, collections);
    const removed = counts.filter(({ accountId }) => !existing.has(accountId));
    const deleted = removed.map(({ _id }) => _id);
    await usage.deleteEach(deleted);
  }

  async function addPending(filter: Filter<UsageBatchDocument>): Promise<void> {
    const pending = await usageBatches.find(filter, { limit: MAX_ADDED });
    for (const batch of pending) await addBatch(batch);
  }

  return {
    async add(counts, batchId = randomUUID()) {
      if (counts.length === 0) return;
      await insertBatch({ _id: batchId, counts: merge(counts) });
      // The batch is stored; if adding it fails, the next call completes it.
      await addPending({}).catch(() => {});
    },
    async listUsage(accountId, fromDay, toDay) {
      await addPending({ 'counts.accountId': accountId });
      const filter = { accountId, day: { $gte: fromDay, $lte: toDay }, ...HAS_BATCH };
      const found = await usage.find(filter, { sort: { day: 1 } });
      return found.map(({ day, ok, notModified = 0, notFound = 0, clientErrors, limited }) => {
        return { day, ok, notModified, notFound, clientErrors, limited };
      });
    },
    deleteBefore: (day) => usage.deleteUpTo(MAX_DELETED, { day: { $lt: day } }),
  };
}

/** A day that was created but not yet added to has no batch. */
const HAS_BATCH = { 'batches.0': { $exists: true } };

/** Sums the counts of each account and day. */
function merge(counts: readonly UsageCount[]): UsageBatchDocument['counts'] {
  const merged = new Map<string, UsageCount & { _id: string }>();
  for (const count of counts) {
    const { accountId, day } = count;
    const _id = `${accountId} ${day}`;
    const known = merged.get(_id) ?? { _id, accountId, day, ...NO_REQUESTS };
    for (const kind of REQUEST_KINDS) known[kind] += count[kind];
    merged.set(_id, known);
  }
  return [...merged.values()];
}

export function createFailedRequestStore(collections: Collections): FailedRequestStore {
  const { failedRequests } = collections;

  /** Also deletes those of deleted accounts; see `removeDeleted` of `createUsageStore`. */
  async function keepNewest(requests: readonly FailedRequest[]): Promise<void> {
    const existing = await findExisting(requests, collections);
    const accountId = { $in: [...new Set(requests.map((request) => request.accountId))] };
    const stored = await failedRequests.aggregate<{ _id: string; ids: string[] }>([
      { $match: { accountId } },
      { $sort: { atMs: -1, _id: -1 } },
      { $group: { _id: '$accountId', ids: { $push: '$_id' } } },
    ]);
    const surplus = stored.flatMap(({ _id, ids }) =>
      existing.has(_id) ? ids.slice(MAX_FAILED_REQUESTS) : ids,
    );
    await failedRequests.deleteEach(surplus);
  }

  return {
    async add(requests) {
      if (requests.length === 0) return;
      await failedRequests.insertMissing(requests.map(toFailedRequestDocument));
      await keepNewest(requests);
    },
    deleteExpired: (fromMs, latestMs) => {
      const isExpired = [{ atMs: { $lt: fromMs } }, { atMs: { $gt: latestMs } }];
      return failedRequests.deleteUpTo(MAX_DELETED, { $or: isExpired });
    },
  };
}

export function toFailedRequestDocument({
  requestId,
  ...rest
}: FailedRequest): Keyed<FailedRequest, 'requestId'> {
  return { _id: requestId, ...rest };
}

/** The ids of their accounts that exist. */
async function findExisting(
  rows: readonly { accountId: string }[],
  { accounts }: Collections,
): Promise<Set<string>> {
  const ids = [...new Set(rows.map(({ accountId }) => accountId))];
  return new Set(await accounts.findIds({ _id: { $in: ids }, deletedAtMs: { $exists: false } }));
}
