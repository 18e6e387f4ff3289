import type { Account, Role } from '../domain/account/account.ts';
import { hashToken, isToken } from '../domain/account/token.ts';
import { isInFuture } from '../domain/time/clock-skew.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import type { Session, SessionStore } from '../store/port/sessions.ts';
import { type Actor, toAuditEntry } from './actor.ts';

const DAY_MS = 86_400_000;
/** Over when it was not used for so long. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** Over however much it is used. */
export const SESSION_MAX_MS = 30 * DAY_MS;
/** Its use is written down so often at most: a write per page would be too dear. */
const TOUCH_INTERVAL_MS = 3_600_000;

export interface SignedInAccount {
  account: Account;
  /** What this session lets its holder do. */
  role: Role;
}

/** Who is signed in with a session's id. Rejects with Unavailable where the store fails. */
export interface Sessions {
  /** The account of a live session, which lives on for being used; null for any other text. */
  findAccount(sessionId: string): Promise<Account | null>;
  /** As `findAccount`, with the role of the moment. */
  findSignedIn(sessionId: string): Promise<SignedInAccount | null>;
  /** Ends this session; one that is over already is no fault. */
  signOut(sessionId: string, actor: Actor): Promise<void>;
  /** Ends all sessions of the account, the present one too. */
  signOutEverywhere(accountId: string, actor: Actor): Promise<void>;
}

export interface SessionDependencies {
  sessions: SessionStore;
  accounts: AccountStore;
  /** The OpenID issuer that alone says who is staff; null: the operator says it. */
  staffIssuer: string | null;
  nowMs: () => number;
}

export function createSessions(dependencies: SessionDependencies): Sessions {
  const { sessions, accounts, staffIssuer, nowMs } = dependencies;

  async function findLive(sessionId: string): Promise<Session | null> {
    if (!isToken(sessionId)) return null;
    const session = await sessions.find(hashToken(sessionId));
    return session !== null && isLive(session, nowMs()) ? session : null;
  }

  function toRole(session: Session, account: Account): Role {
    if (staffIssuer === null) return account.role;
    return session.staffIssuer === staffIssuer ? 'staff' : 'holder';
  }

  async function findSignedIn(sessionId: string): Promise<SignedInAccount | null> {
    const session = await findLive(sessionId);
    if (session === null) return null;
    const account = await accounts.findById(session.accountId);
    if (account === null) return null;
    const atMs = nowMs();
    if (atMs - session.lastSeenAtMs >= TOUCH_INTERVAL_MS) {
      await sessions.touch(session.idHash, atMs, atMs + SESSION_IDLE_MS);
    }
    return { account, role: toRole(session, account) };
  }

  return {
    findSignedIn,
    findAccount: async (sessionId) => (await findSignedIn(sessionId))?.account ?? null,

    async signOut(sessionId, actor) {
      const session = await findLive(sessionId);
      if (session === null) return;
      const account = await accounts.findById(session.accountId);
      if (account === null) return;
      const entry = toAuditEntry(actor, account, { action: 'signed_out' }, nowMs());
      await sessions.delete(session.idHash, entry);
    },

    async signOutEverywhere(accountId, actor) {
      const account = await accounts.findById(accountId);
      if (account === null) return;
      const entry = toAuditEntry(actor, account, { action: 'signed_out_everywhere' }, nowMs());
      await sessions.deleteByAccount(accountId, entry);
    },
  };
}

/** One that was opened or used in the future has ends that nothing is known of. */
function isLive({ lastSeenAtMs, idleEndsAtMs, endsAtMs }: Session, nowMs: number): boolean {
  return !isInFuture(lastSeenAtMs, nowMs) && nowMs < idleEndsAtMs && nowMs < endsAtMs;
}
