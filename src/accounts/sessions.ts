import type { Account, Role } from '../domain/account/account.ts';
import { hashToken, isToken } from '../domain/account/token.ts';
import { isInFuture } from '../domain/time/clock-skew.ts';
import type { AccountReads } from '../store/port/account-reads.ts';
import type { Session, SessionStore } from '../store/port/sessions.ts';
import { type Actor, toAuditEntry } from './actor.ts';

const DAY_MS = 86_400_000;
/** A session expires when it is not used for this long. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** A session expires after this long even if it is used. */
export const SESSION_MAX_MS = 30 * DAY_MS;
/** The last use is written at most this often: a write per page would be too expensive. */
const TOUCH_INTERVAL_MS = 3_600_000;
/** The most sessions that a holder is shown; the others can be ended together. */
export const MAX_LISTED_SESSIONS = 20;

export interface SignedInAccount {
  account: Account;
  /** The hash of the session's id, by which the store knows it. */
  sessionIdHash: string;
  /** The role of its holder in this session. */
  role: Role;
}

/** Resolves session ids to accounts. Rejects with Unavailable when the store fails. */
export interface Sessions {
  /** The account of a live session, whose idle time starts again; null for any other text. */
  findSignedIn(sessionId: string): Promise<SignedInAccount | null>;
  /** The account's live sessions, the last used first, at most MAX_LISTED_SESSIONS. */
  list(accountId: string): Promise<Session[]>;
  /** Ends this session; does nothing when it has expired. */
  signOut(sessionId: string, actor: Actor): Promise<void>;
  /** Ends a session of this account; false if the account has no such session. */
  end(account: Account, idHash: string, actor: Actor): Promise<boolean>;
  /** Ends all sessions of the account, including the current one. */
  signOutEverywhere(account: Account, actor: Actor): Promise<void>;
}

export interface SessionDependencies {
  sessions: SessionStore;
  reads: Pick<AccountReads, 'listSessions'>;
  /** Only this OpenID issuer decides who is staff; null: the operator decides. */
  staffIssuer: string | null;
  nowMs: () => number;
}

export function createSessions(dependencies: SessionDependencies): Sessions {
  const { sessions, reads, staffIssuer, nowMs } = dependencies;

  async function findLive(sessionId: string) {
    const found = isToken(sessionId) ? await sessions.find(hashToken(sessionId)) : null;
    return found !== null && isLive(found.session, nowMs()) ? found : null;
  }

  function toRole(session: Session, account: Account): Role {
    if (staffIssuer === null) return account.role;
    return session.staffIssuer === staffIssuer ? 'staff' : 'holder';
  }

  return {
    async findSignedIn(sessionId) {
      const found = await findLive(sessionId);
      if (found === null) return null;
      const { session, account } = found;
      const atMs = nowMs();
      if (atMs - session.lastSeenAtMs >= TOUCH_INTERVAL_MS) {
        await sessions.touch(session.idHash, atMs, atMs + SESSION_IDLE_MS);
      }
      return { account, sessionIdHash: session.idHash, role: toRole(session, account) };
    },

    async list(accountId) {
      const [listed = []] = await reads.listSessions([accountId], nowMs(), MAX_LISTED_SESSIONS);
      return listed;
    },

    async signOut(sessionId, actor) {
      const found = await findLive(sessionId);
      if (found === null) return;
      const entry = toAuditEntry(actor, found.account, { action: 'signed_out' }, nowMs());
      await sessions.delete(found.session.idHash, entry);
    },

    async end(account, idHash, actor) {
      const found = await sessions.find(idHash);
      if (found?.account.id !== account.id) return false;
      const event = { action: 'signed_out', detail: 'from another session' } as const;
      return sessions.delete(idHash, toAuditEntry(actor, account, event, nowMs()));
    },

    async signOutEverywhere(account, actor) {
      const entry = toAuditEntry(actor, account, { action: 'signed_out_everywhere' }, nowMs());
      await sessions.deleteByAccount(account.id, entry);
    },
  };
}

/** A session that was last used in the future is refused: its expiry times cannot be trusted. */
function isLive({ lastSeenAtMs, idleEndsAtMs, endsAtMs }: Session, nowMs: number): boolean {
  return !isInFuture(lastSeenAtMs, nowMs) && nowMs < idleEndsAtMs && nowMs < endsAtMs;
}
