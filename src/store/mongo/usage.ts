import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import { MAX_DELETED_DAYS, type UsageCount, type UsageStore } from '../port/usage.ts';
import { type Calls, isDuplicate } from './calls.ts';
import type { Collections, UsageBatchDocument } from './collections.ts';

/** Days remember so many batches: far more than are ever under way at once. */
const MAX_BATCHES_KNOWN = 32;
/** Batches that a cut process left behind and that one call adds. */
const MAX_ADDED = 100;

/**
 * Counts of many accounts are written at once as one document, which is there whole or not at all,
 * and then added to each account's day. A day remembers its last batches, so that a batch that was
 * left half added is added to the end by whoever comes next.
 */
export function createUsageStore(collections: Collections, calls: Calls): UsageStore {
  const { accounts, usage, usageBatches } = collections;

  /** One that is offered again may be there already, or already added: its days remember it. */
  async function insertBatch(batch: UsageBatchDocument): Promise<void> {
    try {
      await calls.write(() => usageBatches.insertOne(batch));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Each day is made empty first, so that a batch cannot fail on one that another has just made. */
  async function openDays(counts: UsageBatchDocument['counts']): Promise<void> {
    const opens = counts.map(({ _id, accountId, day }) => {
      const empty = { accountId, day, ok: 0, clientErrors: 0, limited: 0, batches: [] };
      return { updateOne: { filter: { _id }, update: { $setOnInsert: empty }, upsert: true } };
    });
    try {
      await calls.write(() => usage.bulkWrite(opens, { ordered: false }));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async function addBatch({ _id: batch, counts }: UsageBatchDocument): Promise<void> {
    await openDays(counts);
    const updates = counts.map(({ _id, ok, clientErrors, limited }) => ({
      updateOne: {
        filter: { _id, batches: { $ne: batch } },
        update: {
          $inc: { ok, clientErrors, limited },
          $push: { batches: { $each: [batch], $slice: -MAX_BATCHES_KNOWN } },
        },
      },
    }));
    await calls.write(() => usage.bulkWrite(updates, { ordered: false }));
    await removeDeleted(counts);
    await calls.write(() => usageBatches.deleteOne({ _id: batch }));
  }

  /**
   * Removes the counts of accounts that do not exist. Done after they were added: an account that
   * is deleted later takes them with it, and one that was deleted before is found here.
   */
  async function removeDeleted(counts: UsageBatchDocument['counts']): Promise<void> {
    const ids = [...new Set(counts.map(({ accountId }) => accountId))];
    const known = await calls.read((limits) =>
      accounts
        .find(
          { _id: { $in: ids }, deletedAtMs: { $exists: false } },
          { projection: { _id: 1 }, ...limits },
        )
        .toArray(),
    );
    const live = new Set(known.map(({ _id }) => _id));
    const deleted = counts.filter(({ accountId }) => !live.has(accountId)).map(({ _id }) => _id);
    if (deleted.length === 0) return;
    await calls.write(() => usage.deleteMany({ _id: { $in: deleted } }));
  }

  async function addLeftBehind(filter: Filter<UsageBatchDocument>): Promise<void> {
    const found = await calls.read((limits) =>
      usageBatches.find(filter, limits).limit(MAX_ADDED).toArray(),
    );
    for (const batch of found) await addBatch(batch);
  }

  return {
    async add(counts, batchId = randomUUID()) {
      if (counts.length === 0) return;
      await insertBatch({ _id: batchId, counts: merge(counts) });
      // Written down: what fails from here on is made good by the next call.
      await addLeftBehind({}).catch(() => {});
    },
    async list(accountId, fromDay) {
      await addLeftBehind({ 'counts.accountId': accountId });
      const found = await calls.read((limits) =>
        usage
          .find({ accountId, day: { $gte: fromDay }, ...HAS_BATCH }, limits)
          .sort({ day: 1 })
          .toArray(),
      );
      return found.map(({ day, ok, clientErrors, limited }) => {
        return { day, ok, clientErrors, limited };
      });
    },
    async deleteBefore(day) {
      const found = await calls.read((limits) =>
        usage
          .find({ day: { $lt: day } }, { projection: { _id: 1 }, ...limits })
          .limit(MAX_DELETED_DAYS)
          .toArray(),
      );
      const ids = found.map(({ _id }) => _id);
      if (ids.length === 0) return 0;
      const { deletedCount } = await calls.write(() => usage.deleteMany({ _id: { $in: ids } }));
      return deletedCount;
    },
  };
}

/** A day that was opened and not added to has none yet. */
const HAS_BATCH = { 'batches.0': { $exists: true } };

/** One for each account and day. */
function merge(counts: readonly UsageCount[]): UsageBatchDocument['counts'] {
  const merged = new Map<string, UsageBatchDocument['counts'][number]>();
  for (const { accountId, day, ok, clientErrors, limited } of counts) {
    const _id = `${accountId} ${day}`;
    const known = merged.get(_id) ?? { _id, accountId, day, ok: 0, clientErrors: 0, limited: 0 };
    known.ok += ok;
    known.clientErrors += clientErrors;
    known.limited += limited;
    merged.set(_id, known);
  }
  return [...merged.values()];
}
