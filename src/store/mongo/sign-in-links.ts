import { MAX_MAILED_LINKS, type SignInLink, type SignInLinkStore } from '../port/sign-in-links.ts';
import { MAX_DELETED } from '../port/store.ts';
import { appendEntry } from './audit.ts';
import type { Collections } from './collections.ts';
import type { Keyed } from './documents.ts';

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
