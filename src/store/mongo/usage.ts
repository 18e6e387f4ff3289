import { randomUUID } from 'node:crypto';
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
import type { Keyed } from './documents.ts';

/** The ids that each day stores: far more than there are unfinished batches at any time. */
const MAX_KNOWN_BATCHES = 32;

/**
 * Each day stores the ids of the last batches that were added to it. A batch that failed in part is
 * repeated whole, and is added where it is missing.
 */
export function createUsageStore(collections: Collections): UsageStore {
  const { usage } = collections;

  /** Creates missing days first, so that concurrent batches cannot fail on a duplicate. */
  async function createDays(days: readonly MergedCount[]): Promise<void> {
    try {
      await usage.insertMissing(
        days.map(({ _id, accountId, day }) => {
          return { _id, accountId, day, ...NO_REQUESTS, batches: [] };
        }),
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /**
   * Removes the counts of accounts that do not exist, after they were added: the deletion of an
   * account removes the counts that it finds, and this call removes those added after the deletion.
   */
  async function removeDeleted(days: readonly MergedCount[]): Promise<void> {
    const existing = await findExisting(days, collections);
    const removed = days.filter(({ accountId }) => !existing.has(accountId));
    await usage.deleteEach(removed.map(({ _id }) => _id));
  }

  return {
    async add(counts, batchId = randomUUID()) {
      if (counts.length === 0) return;
      const days = merge(counts);
      await createDays(days);
      await usage.bulkWrite(
        days.map(({ _id, accountId, day, ...requests }) => ({
          updateOne: {
            filter: { _id, batches: { $ne: batchId } },
            update: {
              $inc: requests,
              $push: { batches: { $each: [batchId], $slice: -MAX_KNOWN_BATCHES } },
            },
          },
        })),
      );
      await removeDeleted(days);
    },
    deleteBefore: (day) => usage.deleteUpTo(MAX_DELETED, { day: { $lt: day } }),
  };
}

/** A day that was created but not yet added to has no batch. */
export const HAS_BATCH = { 'batches.0': { $exists: true } };

type MergedCount = UsageCount & { _id: string };

/** Sums the counts of each account and day. */
function merge(counts: readonly UsageCount[]): MergedCount[] {
  const merged = new Map<string, MergedCount>();
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
