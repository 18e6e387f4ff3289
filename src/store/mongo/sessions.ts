import { isInFuture } from '../../domain/time/clock-skew.ts';
import {
  MAX_BROWSERS,
  MAX_DELETED_SESSIONS,
  type Session,
  type SessionStore,
} from '../port/sessions.ts';
import { toAuditDocument } from './audit.ts';
import { type Calls, isDuplicate } from './calls.ts';
import type { Collections, SessionDocument } from './collections.ts';
import { createOutbox } from './outbox.ts';

const IS_OPEN = { outbox: { $exists: false } };

export function createSessionStore(collections: Collections, calls: Calls): SessionStore {
  const { sessions, browsers } = collections;
  const outbox = createOutbox(collections, calls);

  async function touchBrowser(_id: string, accountId: string, nowMs: number): Promise<boolean> {
    const update = { $set: { lastSeenAtMs: nowMs }, $setOnInsert: { accountId } };
    try {
      const change = () => browsers.updateOne({ _id }, update, { upsert: true });
      return (await calls.write(change)).upsertedCount > 0;
    } catch (error) {
      // Two sign-ins at once: the other one has made it known.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  return {
    /** The entry first: without its session it tells of a sign-in that failed on the way. */
    async insert({ idHash, ...session }, entry) {
      await outbox.insert([toAuditDocument(entry)]);
      await calls.write(() => sessions.insertOne({ _id: idHash, ...session }));
    },
    async find(idHash) {
      const found = await calls.read((limits) =>
        sessions.findOne({ _id: idHash, ...IS_OPEN }, limits),
      );
      return found === null ? null : toSession(found);
    },
    async touch(idHash, lastSeenAtMs, idleEndsAtMs) {
      const update = { $max: { lastSeenAtMs, idleEndsAtMs } };
      await calls.write(() => sessions.updateOne({ _id: idHash, ...IS_OPEN }, update));
    },
    /** One write ends it and keeps the entry, of two at once only one; then both are moved. */
    async delete(idHash, entry) {
      const ended = await calls.write(() =>
        sessions.findOneAndUpdate(
          { _id: idHash, ...IS_OPEN },
          { $set: { outbox: [toAuditDocument(entry)], idleEndsAtMs: 0 } },
        ),
      );
      if (ended === null) return false;
      await outbox.settleLater(ended.accountId);
      return true;
    },
    /** The entry first: sessions must not go without one. */
    async deleteByAccount(accountId, entry) {
      await outbox.settleAccount(accountId);
      await outbox.insert([toAuditDocument(entry)]);
      const { deletedCount } = await calls.write(() => sessions.deleteMany({ accountId }));
      return deletedCount;
    },
    async deleteExpired(nowMs, latestEndMs) {
      await outbox.settleSome();
      const isOver = [
        { idleEndsAtMs: { $lte: nowMs } },
        { endsAtMs: { $lte: nowMs } },
        { idleEndsAtMs: { $gt: latestEndMs }, endsAtMs: { $gt: latestEndMs } },
      ];
      const found = await calls.read((limits) =>
        sessions
          .find({ $or: isOver, ...IS_OPEN }, { projection: { _id: 1 }, ...limits })
          .limit(MAX_DELETED_SESSIONS)
          .toArray(),
      );
      const ids = found.map(({ _id }) => _id);
      if (ids.length === 0) return 0;
      // One that was touched or ended meanwhile stays.
      const { deletedCount } = await calls.write(() =>
        sessions.deleteMany({ _id: { $in: ids }, $or: isOver, ...IS_OPEN }),
      );
      return deletedCount;
    },
    async recordBrowser(accountId, markHash, nowMs) {
      const isNew = await touchBrowser(`${accountId} ${markHash}`, accountId, nowMs);
      const known = await calls.read((limits) =>
        browsers.find({ accountId }, limits).sort({ lastSeenAtMs: -1 }).toArray(),
      );
      const past = known.filter(({ lastSeenAtMs }) => !isInFuture(lastSeenAtMs, nowMs));
      const kept = new Set(past.slice(0, MAX_BROWSERS));
      const ids = known.filter((browser) => !kept.has(browser)).map(({ _id }) => _id);
      if (ids.length > 0) await calls.write(() => browsers.deleteMany({ _id: { $in: ids } }));
      return isNew;
    },
  };
}

function toSession(document: SessionDocument): Session {
  const { _id: idHash, accountId, createdAtMs, lastSeenAtMs, idleEndsAtMs, endsAtMs } = document;
  const { staffIssuer = null } = document;
  return { idHash, accountId, createdAtMs, lastSeenAtMs, idleEndsAtMs, endsAtMs, staffIssuer };
}
