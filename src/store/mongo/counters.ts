import { randomUUID } from 'node:crypto';
import {
  type Counters,
  type DayUsage,
  NO_REQUESTS,
  REQUEST_KINDS,
  type UsageCount,
} from '../port/usage.ts';
import { isDuplicate } from './calls.ts';
import type { Collections } from './collections.ts';

/** The ids that each day stores: far more than there are unfinished batches at any time. */
const MAX_KNOWN_BATCHES = 32;
/** A day that was created but not yet added to has no batch. */
const HAS_BATCH = { 'batches.0': { $exists: true } };

/**
 * Each day stores the ids of the last batches that were added to it. A batch that failed in part is
 * repeated whole, and is added where it is missing.
 */
export function createCounters({ usage }: Pick<Collections, 'usage'>): Counters {
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

  return {
    async add(counts, batchId = randomUUID()) {
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
    },
    async list(accountId, fromDay, toDay) {
      const filter = { accountId, day: { $gte: fromDay, $lte: toDay }, ...HAS_BATCH };
      const found = await usage.find(filter, { sort: { day: 1 } });
      return found.map(toDayUsage);
    },
    async listAll(after, first) {
      const isAfter = after && { _id: { $gt: toId(after) } };
      const found = await usage.find(
        { ...isAfter, ...HAS_BATCH },
        { sort: { _id: 1 }, limit: first },
      );
      return found.map((one) => ({ accountId: one.accountId, ...toDayUsage(one) }));
    },
    removeWhere: (range, max) =>
      usage.deleteUpTo(
        max,
        'accountId' in range ? { accountId: range.accountId } : { day: { $lt: range.beforeDay } },
      ),
  };
}

/** In the order of accounts and days, since all accounts' ids have one length. */
function toId({ accountId, day }: Pick<UsageCount, 'accountId' | 'day'>): string {
  return `${accountId} ${day}`;
}

function toDayUsage(stored: DayUsage): DayUsage {
  const { day, ok, notModified, notFound, clientErrors, limited } = stored;
  return { day, ok, notModified, notFound, clientErrors, limited };
}

type MergedCount = UsageCount & { _id: string };

/** Sums the counts of each account and day. */
function merge(counts: readonly UsageCount[]): MergedCount[] {
  const merged = new Map<string, MergedCount>();
  for (const count of counts) {
    const { accountId, day } = count;
    const _id = toId(count);
    const known = merged.get(_id) ?? { _id, accountId, day, ...NO_REQUESTS };
    for (const kind of REQUEST_KINDS) known[kind] += count[kind];
    merged.set(_id, known);
  }
  return [...merged.values()];
}
