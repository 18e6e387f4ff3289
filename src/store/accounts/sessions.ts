import { isInFuture, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { AccountStore } from '../port/accounts.ts';
import { findOne } from '../port/documents.ts';
import type { DocumentCollections, SessionDocument } from '../port/layout.ts';
import { MAX_BROWSERS, type Session, type SessionStore } from '../port/sessions.ts';
import { MAX_DELETED } from '../port/store.ts';
import { toAuditDocuments } from './audit.ts';
import { createChanges } from './change.ts';
import { removeAll } from './deletion.ts';

export function createSessionStore(
  { sessions, links, browsers, audit }: DocumentCollections,
  { findById }: Pick<AccountStore, 'findById'>,
): SessionStore {
  const changeSession = createChanges(sessions);
  const changeBrowsers = createChanges(browsers);
  return {
    async insert({ idHash: id, ...session }, entry) {
      const document = withFirstEnd({ id, version: 0, ...session });
      await sessions.replace(document, { audit: toAuditDocuments([entry]) });
    },
    async find(idHash) {
      const found = await findOne(sessions, idHash);
      if (found === null) return null;
      const account = await findById(found.accountId);
      return account && { session: toSession(found), account };
    },
    touch: (idHash, lastSeenAtMs, idleEndsAtMs) =>
      changeSession(idHash, (stored) => {
        if (stored === null) return { result: undefined };
        const next = {
          ...stored,
          lastSeenAtMs: Math.max(stored.lastSeenAtMs, lastSeenAtMs),
          idleEndsAtMs: Math.max(stored.idleEndsAtMs, idleEndsAtMs),
        };
        return { result: undefined, next: withFirstEnd(next) };
      }),
    delete: (idHash, entry) =>
      changeSession(idHash, (stored) => {
        if (stored === null) return { result: false };
        return { result: true, next: null, entries: { audit: toAuditDocuments([entry]) } };
      }),
    /** The entry first: no session may be deleted without one. */
    async deleteByAccount(accountId, entry) {
      await audit.replaceEach(toAuditDocuments([entry]));
      await removeAll((max) => links.removeWhere({ accountId }, max));
      return await removeAll((max) => sessions.removeWhere({ accountId }, max));
    },
    deleteExpired: (nowMs, latestEndMs) =>
      sessions.removeWhere(
        [{ firstEndMs: { to: nowMs } }, { firstEndMs: { after: latestEndMs } }],
        MAX_DELETED,
      ),
    recordBrowser: (accountId, deviceHash, nowMs) =>
      changeBrowsers(accountId, (stored) => {
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

/** See `AccountReads.listSessions`. */
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
