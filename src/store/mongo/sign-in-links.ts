import {
  MAX_DELETED_LINKS,
  MAX_MAILED_LINKS,
  type SignInLink,
  type SignInLinkStore,
} from '../port/sign-in-links.ts';
import { toAuditDocument } from './audit.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import type { LinkDocument } from './documents.ts';
import { findIds } from './find.ts';
import { createOutbox } from './outbox.ts';

export function createSignInLinkStore(collections: Collections, calls: Calls): SignInLinkStore {
  const { links } = collections;
  const outbox = createOutbox(collections, calls);
  return {
    /**
     * The entry first: if the second write fails, the entry records a link that was not issued.
     * Links are counted once this one is stored, so that of two inserts at least one counts both.
     */
    async insert({ tokenHash, ...link }, entry, nowMs) {
      if (entry !== null) await outbox.insert([toAuditDocument(entry)]);
      await calls.write(() => links.insertOne({ _id: tokenHash, ...link }));
      if (link.issuer !== 'mail') return true;
      const mailed = { accountId: link.accountId, issuer: link.issuer, endsAtMs: { $gt: nowMs } };
      const count = await calls.read((limits) => links.countDocuments(mailed, limits));
      if (count <= MAX_MAILED_LINKS) return true;
      await calls.write(() => links.deleteOne({ _id: tokenHash }));
      return false;
    },
    async find(tokenHash) {
      return toLinkOrNull(await calls.read((limits) => links.findOne({ _id: tokenHash }, limits)));
    },
    async consume(tokenHash, nowMs) {
      const filter = { _id: tokenHash, endsAtMs: { $gt: nowMs } };
      const link = toLinkOrNull(await calls.write(() => links.findOneAndDelete(filter)));
      if (link !== null) {
        await calls.write(() => links.deleteMany({ accountId: link.accountId }));
      }
      return link;
    },
    async deleteExpired(nowMs, latestEndMs) {
      const isExpired = [{ endsAtMs: { $lte: nowMs } }, { endsAtMs: { $gt: latestEndMs } }];
      const ids = await findIds(calls, links, { $or: isExpired }, { limit: MAX_DELETED_LINKS });
      if (ids.length === 0) return 0;
      const { deletedCount } = await calls.write(() => links.deleteMany({ _id: { $in: ids } }));
      return deletedCount;
    },
  };
}

function toLinkOrNull(document: LinkDocument | null): SignInLink | null {
  if (document === null) return null;
  const { _id: tokenHash, accountId, endsAtMs, issuer } = document;
  return { tokenHash, accountId, endsAtMs, issuer };
}
