import { findOne } from '../port/documents.ts';
import type { DocumentCollections, LinkDocument } from '../port/layout.ts';
import { MAX_MAILED_LINKS, type SignInLink, type SignInLinkStore } from '../port/sessions.ts';
import { MAX_DELETED } from '../port/store.ts';
import { toAuditDocuments } from './audit.ts';
import { removeAll } from './deletion.ts';

/** Each mailed link of an account has one of MAX_MAILED_LINKS ids, so that there are never more. */
export function createSignInLinkStore({
  links,
}: Pick<DocumentCollections, 'links'>): SignInLinkStore {
  const find = (tokenHash: string) => findOne(links, tokenHash, 'tokenHash');
  return {
    async insert(link, entry, nowMs) {
      const entries = { audit: toAuditDocuments(entry === null ? [] : [entry]) };
      const ids = toIds(link);
      const stored = await links.getMany(ids);
      for (const [index, id] of ids.entries()) {
        const taken = stored[index];
        if (taken != null && taken.endsAtMs > nowMs) continue;
        const next = { ...link, id, version: taken?.version ?? 0 };
        // Another link may have taken the id meanwhile.
        if ((await links.replace(next, entries)) !== null) return true;
      }
      return false;
    },
    async find(tokenHash) {
      const found = await find(tokenHash);
      return found && toLink(found);
    },
    async consume(tokenHash, nowMs) {
      const found = await find(tokenHash);
      if (found === null || found.endsAtMs <= nowMs || !(await links.remove(found))) return null;
      await removeAll((max) => links.removeWhere({ accountId: found.accountId }, max));
      return toLink(found);
    },
    deleteExpired: (nowMs, latestEndMs) =>
      links.removeWhere(
        [{ endsAtMs: { to: nowMs } }, { endsAtMs: { after: latestEndMs } }],
        MAX_DELETED,
      ),
  };
}

/** The ids that the link may have. */
function toIds({ issuer, accountId, tokenHash }: SignInLink): string[] {
  if (issuer === 'command') return [`${accountId} ${tokenHash}`];
  return Array.from({ length: MAX_MAILED_LINKS }, (_, index) => `${accountId} ${index}`);
}

function toLink({ id, version, ...link }: LinkDocument): SignInLink {
  return link;
}
