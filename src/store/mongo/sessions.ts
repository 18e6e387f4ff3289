import { isInFuture } from '../../domain/time/clock-skew.ts';
import {
  MAX_BROWSERS,
  MAX_MAILED_LINKS,
  type Session,
  type SessionStore,
  type SignInLink,
  type SignInLinkStore,
} from '../port/sessions.ts';
import { MAX_DELETED } from '../port/store.ts';
import { toAccount } from './account-record.ts';
import {
  appendEntry,
  drainAccount,
  drainBatch,
  toAuditDocument,
  tryDrainAccount,
} from './audit.ts';
import { isDuplicate } from './calls.ts';
import type { Collections } from './collections.ts';
import type { AccountDocument, Keyed, SessionDocument } from './documents.ts';

export const IS_OPEN = { outbox: { $exists: false } };

export function createSessionStore(collections: Collections): SessionStore {
  const { accounts, sessions, links, browsers } = collections;

  async function touchBrowser(_id: string, accountId: string, nowMs: number): Promise<boolean> {
    const update = { $set: { lastSeenAtMs: nowMs }, $setOnInsert: { accountId } };
    try {
      const { upsertedCount } = await browsers.updateOne({ _id }, update, { upsert: true });
      return upsertedCount > 0;
    } catch (error) {
      // Another sign-in from the same browser has just inserted it.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  return {
    /** The entry first: if the second write fails, the entry records an incomplete sign-in. */
    async insert({ idHash, ...session }, entry) {
      await appendEntry(collections, entry);
      await sessions.insertOne({ _id: idHash, ...session });
    },
    async find(idHash) {
      const from = accounts.driver.collectionName;
      const [found] = await sessions.aggregate<SessionDocument & { accounts: AccountDocument[] }>([
        { $match: { _id: idHash, ...IS_OPEN } },
        { $lookup: { from, localField: 'accountId', foreignField: '_id', as: 'accounts' } },
      ]);
      const account = found?.accounts.find(({ deletedAtMs }) => deletedAtMs === undefined);
      if (found === undefined || account === undefined) return null;
      return { session: toSession(found), account: toAccount(account) };
    },
    async touch(idHash, lastSeenAtMs, idleEndsAtMs) {
      const update = { $max: { lastSeenAtMs, idleEndsAtMs } };
      await sessions.updateOne({ _id: idHash, ...IS_OPEN }, update);
    },
    /** One write ends the session and stores the entry, so of two calls only one succeeds. */
    async delete(idHash, entry) {
      const ended = await sessions.findOneAndUpdate(
        { _id: idHash, ...IS_OPEN },
        { $set: { outbox: [toAuditDocument(entry)], idleEndsAtMs: 0 } },
      );
      if (ended === null) return false;
      await tryDrainAccount(collections, ended.accountId);
      return true;
    },
    /**
     * The entry first: no session may be deleted without one, and it ends the account's links even
     * if the process stops before they are deleted.
     */
    async deleteByAccount(accountId, entry) {
      await drainAccount(collections, accountId);
      await appendEntry(collections, entry);
      await links.deleteMany({ accountId });
      return await sessions.deleteMany({ accountId });
    },
    async deleteExpired(nowMs, latestEndMs) {
      await drainBatch(collections);
      const isExpired = [
        { idleEndsAtMs: { $lte: nowMs } },
        { endsAtMs: { $lte: nowMs } },
        { idleEndsAtMs: { $gt: latestEndMs }, endsAtMs: { $gt: latestEndMs } },
      ];
      return await sessions.deleteUpTo(MAX_DELETED, { $or: isExpired, ...IS_OPEN });
    },
    async recordBrowser(accountId, deviceHash, nowMs) {
      const isNew = await touchBrowser(`${accountId} ${deviceHash}`, accountId, nowMs);
      const known = await browsers.find({ accountId }, { sort: { lastSeenAtMs: -1 } });
      const past = known.filter(({ lastSeenAtMs }) => !isInFuture(lastSeenAtMs, nowMs));
      const latest = new Set(past.slice(0, MAX_BROWSERS));
      const ids = known.filter((browser) => !latest.has(browser)).map(({ _id }) => _id);
      await browsers.deleteEach(ids);
      if (!isNew) return 'known';
      return known.length === 1 ? 'first' : 'another';
    },
  };
}

/** Copies field by field, as a newer version may store more fields in the document. */
export function toSession(document: SessionDocument): Session {
  const { _id: idHash, accountId, createdAtMs, lastSeenAtMs, idleEndsAtMs, endsAtMs } = document;
  const { staffIssuer, userAgent, network } = document;
  const times = { createdAtMs, lastSeenAtMs, idleEndsAtMs, endsAtMs };
  return { idHash, accountId, ...times, staffIssuer, userAgent, network };
}

export function createSignInLinkStore(collections: Collections): SignInLinkStore {
  const { links } = collections;
  return {
    /**
     * The entry first: if the second write fails, the entry records a link that was not issued.
     * Links are counted once this one is stored, so that of two inserts at least one counts both.
     */
    async insert({ tokenHash, ...link }, entry, nowMs) {
      if (entry !== null) await appendEntry(collections, entry);
      await links.insertOne({ _id: tokenHash, ...link });
      if (link.issuer !== 'mail') return true;
      const mailed = { accountId: link.accountId, issuer: link.issuer, endsAtMs: { $gt: nowMs } };
      if ((await links.count(mailed)) <= MAX_MAILED_LINKS) return true;
      await links.deleteOne({ _id: tokenHash });
      return false;
    },
    find: async (tokenHash) => toLinkOrNull(await links.findOne({ _id: tokenHash })),
    async consume(tokenHash, nowMs) {
      const filter = { _id: tokenHash, endsAtMs: { $gt: nowMs } };
      const link = toLinkOrNull(await links.findOneAndDelete(filter));
      if (link !== null) await links.deleteMany({ accountId: link.accountId });
      return link;
    },
    deleteExpired: (nowMs, latestEndMs) => {
      const isExpired = [{ endsAtMs: { $lte: nowMs } }, { endsAtMs: { $gt: latestEndMs } }];
      return links.deleteUpTo(MAX_DELETED, { $or: isExpired });
    },
  };
}

function toLinkOrNull(document: Keyed<SignInLink, 'tokenHash'> | null): SignInLink | null {
  if (document === null) return null;
  const { _id: tokenHash, accountId, endsAtMs, issuer } = document;
  return { tokenHash, accountId, endsAtMs, issuer };
}
