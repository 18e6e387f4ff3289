import type { AuditEntry } from '../port/audit.ts';
import { findOne, MAX_DELETED } from '../port/documents.ts';
import type { DocumentCollections, LinkDocument } from '../port/layout.ts';
import { MAX_MAILED_LINKS, type SignInLink } from '../port/sessions.ts';
import { toAuditDocuments } from './audit.ts';
import { removeAll } from './deletion.ts';

export type SignInLinkStore = ReturnType<typeof createSignInLinkStore>;

/** Each mailed link of an account has one of MAX_MAILED_LINKS ids, so that there are never more. */
export function createSignInLinkStore({ links }: Pick<DocumentCollections, 'links'>) {
  const find = (tokenHash: string) => findOne(links, tokenHash, 'tokenHash');
  return {
    /**
     * Writes the audit entry with the link, if there is one. False, and nothing is written, for a
     * mailed link of an account with MAX_MAILED_LINKS of them that end after `nowMs`.
     */
    async insert(link: SignInLink, entry: AuditEntry | null, nowMs: number): Promise<boolean> {
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
    /** May return an expired link that is not yet deleted. */
    async find(tokenHash: string): Promise<SignInLink | null> {
      const found = await find(tokenHash);
      return found && toLink(found);
    },
    /**
     * Removes the link, then all others of its account, and returns it to one caller only; null if it
     * does not exist or has expired.
     */
    async consume(tokenHash: string, nowMs: number): Promise<SignInLink | null> {
      const found = await find(tokenHash);
      if (found === null || found.endsAtMs <= nowMs || !(await links.remove(found))) return null;
      await removeAll((max) => links.removeWhere({ accountId: found.accountId }, max));
      return toLink(found);
    },
    /**
     * Deletes at most MAX_DELETED links that have expired, or that end after `latestEndMs` because
     * the clock was ahead when they were created. Returns how many.
     */
    deleteExpired: (nowMs: number, latestEndMs: number) =>
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
