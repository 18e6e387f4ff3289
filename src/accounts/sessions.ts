import type { Account, Role } from '../domain/account/account.ts';
import type { Language } from '../domain/account/language.ts';
import { hashToken, isToken } from '../domain/account/token.ts';
import { isInFuture } from '../domain/time/clock-skew.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import type { Session, SessionStore } from '../store/port/sessions.ts';
import { type Actor, toAuditEntry, toHolder } from './actor.ts';
import type { Notify } from './notification.ts';
import type { SecretGenerator } from './secrets.ts';

const DAY_MS = 86_400_000;
/** A session expires when it is not used for this long. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** A session expires after this long even if it is used. */
export const SESSION_MAX_MS = 30 * DAY_MS;
/** The last use is written at most this often: a write per page would be too expensive. */
const TOUCH_INTERVAL_MS = 3_600_000;

export interface SignedInAccount {
  account: Account;
  /** The role of its holder in this session. */
  role: Role;
}

/** Resolves session ids to accounts. Rejects with Unavailable when the store fails. */
export interface Sessions {
  /** The account of a live session, whose idle time starts again; null for any other text. */
  findAccount(sessionId: string): Promise<Account | null>;
  /** As `findAccount`, with the current role. */
  findSignedIn(sessionId: string): Promise<SignedInAccount | null>;
  /** Ends this session; does nothing when it has expired. */
  signOut(sessionId: string, actor: Actor): Promise<void>;
  /** Ends all sessions of the account, including the current one. */
  signOutEverywhere(accountId: string, actor: Actor): Promise<void>;
}

export interface SessionDependencies {
  sessions: SessionStore;
  accounts: AccountStore;
  /** Only this OpenID issuer decides who is staff; null: the operator decides. */
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
    const account = session && (await accounts.findById(session.accountId));
    if (session === null || account === null) return null;
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
      const account = session && (await accounts.findById(session.accountId));
      if (session === null || account === null) return;
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

/** A session that was last used in the future is refused: its expiry times cannot be trusted. */
function isLive({ lastSeenAtMs, idleEndsAtMs, endsAtMs }: Session, nowMs: number): boolean {
  return !isInFuture(lastSeenAtMs, nowMs) && nowMs < idleEndsAtMs && nowMs < endsAtMs;
}

export interface Visitor {
  /** The page's language; becomes the account's for later mails. */
  language: Language;
  address: string;
  /** From the browser's long-lived cookie; null when it has none. */
  deviceToken: string | null;
}

export interface SignedIn {
  /** 43 characters, to be stored only in a cookie of the browser. */
  sessionId: string;
  /** For the browser's long-lived cookie: the given one, or a new one. */
  deviceToken: string;
}

export interface SessionMaterial {
  sessions: SessionStore;
  secrets: SecretGenerator;
  notify: Notify;
  nowMs: () => number;
}

export interface SessionKind {
  /** How the holder signed in, for the audit log; null for the usual way. */
  detail: string | null;
  maxMs: number;
  staffIssuer: string | null;
}

/** Opens a session with a new id: an id that the browser sent is never reused. */
export async function openSession(
  { sessions, secrets, notify, nowMs }: SessionMaterial,
  account: Account,
  { address, language, deviceToken: givenToken }: Visitor,
  { detail, maxMs, staffIssuer }: SessionKind,
): Promise<SignedIn> {
  const atMs = nowMs();
  const sessionId = secrets.createToken();
  const session = {
    idHash: hashToken(sessionId),
    accountId: account.id,
    createdAtMs: atMs,
    lastSeenAtMs: atMs,
    idleEndsAtMs: atMs + SESSION_IDLE_MS,
    endsAtMs: atMs + maxMs,
    staffIssuer,
  };
  const event = { action: 'signed_in', ...(detail !== null && { detail }) } as const;
  await sessions.insert(session, toAuditEntry(toHolder(address), account, event, atMs));

  const isKnown = givenToken !== null && isToken(givenToken);
  const deviceToken = isKnown ? givenToken : secrets.createToken();
  if (await sessions.recordBrowser(account.id, hashToken(deviceToken), atMs)) {
    notify({ kind: 'new_browser', to: account.email, language, atMs, address });
  }
  return { sessionId, deviceToken };
}
