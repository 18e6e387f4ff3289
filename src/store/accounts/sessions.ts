import type { Account } from '../../domain/account/account.ts';
import { isInFuture, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { AuditEntry } from '../port/audit.ts';
import { findOne, MAX_DELETED } from '../port/documents.ts';
import type { DocumentCollections, SessionDocument } from '../port/layout.ts';
import { MAX_BROWSERS, type Session } from '../port/sessions.ts';
import type { AccountStore } from './accounts.ts';
import { toAuditDocuments } from './audit.ts';
import { createChanges } from './change.ts';
import { removeAll } from './deletion.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(
  { sessions, links, browsers, audit }: DocumentCollections,
  { findById }: Pick<AccountStore, 'findById'>,
) {
  const changeSession = createChanges(sessions);
  const changeBrowsers = createChanges(browsers);
  return {
    async insert({ idHash: id, ...session }: Session, entry: AuditEntry): Promise<void> {
      const document = withFirstEnd({ id, version: 0, ...session });
      await sessions.replace(document, { audit: toAuditDocuments([entry]) });
    },
    /** With its account. May return an expired session that is not yet deleted. */
    async find(idHash: string): Promise<{ session: Session; account: Account } | null> {
      const found = await findOne(sessions, idHash);
      if (found === null) return null;
      const account = await findById(found.accountId);
      return account && { session: toSession(found), account };
    },
    /** Moves both times forward, never back. Ignores a session that does not exist. */
    touch: (idHash: string, lastSeenAtMs: number, idleEndsAtMs: number) =>
      changeSession(idHash, (stored) => {
        if (stored === null) return { result: undefined };
        const next = {
          ...stored,
          lastSeenAtMs: Math.max(stored.lastSeenAtMs, lastSeenAtMs),
          idleEndsAtMs: Math.max(stored.idleEndsAtMs, idleEndsAtMs),
        };
        return { result: undefined, next: withFirstEnd(next) };
      }),
    /** False if there is no such session; the entry is then not written. */
    delete: (idHash: string, entry: AuditEntry) =>
      changeSession<boolean>(idHash, (stored) => {
        if (stored === null) return { result: false };
        return { result: true, next: null, entries: { audit: toAuditDocuments([entry]) } };
      }),
    /**
     * Deletes all sessions and sign-in links of the account; returns how many sessions. Always writes
     * the entry.
     */
    async deleteByAccount(accountId: string, entry: AuditEntry): Promise<number> {
      // The entry first: no session may be deleted without one.
      await audit.replaceEach(toAuditDocuments([entry]));
      await removeAll((max) => links.removeWhere({ accountId }, max));
      return await removeAll((max) => sessions.removeWhere({ accountId }, max));
    },
    /**
     * Deletes at most MAX_DELETED sessions that have expired, or that end after `latestEndMs`
     * because the clock was ahead when they were created. Returns how many.
     */
    deleteExpired: (nowMs: number, latestEndMs: number) =>
      sessions.removeWhere(
        [{ firstEndMs: { to: nowMs } }, { firstEndMs: { after: latestEndMs } }],
        MAX_DELETED,
      ),
    /**
     * Whether this browser, identified by the hash of its device token, is known for the account, or
     * else its first one. Removes browsers whose last use is in the future (`isInFuture`).
     */
    recordBrowser: (accountId: string, deviceHash: string, nowMs: number) =>
      changeBrowsers<'first' | 'another' | 'known'>(accountId, (stored) => {
        const known = stored?.browsers ?? [];
        const others = known
          .filter((one) => one.deviceHash !== deviceHash && !isInFuture(one.lastSeenAtMs, nowMs))
          .slice(0, MAX_BROWSERS - 1);
        const used = [{ deviceHash, lastSeenAtMs: nowMs }, ...others];
        const latest = used.toSorted((one, other) => other.lastSeenAtMs - one.lastSeenAtMs);
        const isKnown = known.some((one) => one.deviceHash === deviceHash);
        return {
          result: isKnown ? 'known' : known.length === 0 ? 'first' : 'another',
          next: { id: accountId, version: 0, browsers: latest },
        };
      }),
  };
}

/** Those that have not expired and were not last used in the future (`isInFuture`); last used first. */
export async function listSessions(
  { sessions }: Pick<DocumentCollections, 'sessions'>,
  accountId: string,
  nowMs: number,
  first: number,
): Promise<Session[]> {
  const where = {
    accountId,
    firstEndMs: { after: nowMs },
    lastSeenAtMs: { to: nowMs + MAX_CLOCK_SKEW_MS },
  };
  const found = await sessions.find({
    where,
    by: ['lastSeenAtMs', 'id'],
    descending: true,
    first,
  });
  return found.map(toSession);
}

function withFirstEnd(session: Omit<SessionDocument, 'firstEndMs'>): SessionDocument {
  return { ...session, firstEndMs: Math.min(session.idleEndsAtMs, session.endsAtMs) };
}

function toSession({ id: idHash, version, firstEndMs, ...session }: SessionDocument): Session {
  return { idHash, ...session };
}
