import type { Account, Role } from '../../domain/account/account.ts';
import type { Language } from '../../domain/account/language.ts';
import { toNetworks } from '../../domain/account/network.ts';
import { cutSecrets } from '../../domain/account/secret-texts.ts';
import { hashToken, isToken } from '../../domain/account/token.ts';
import { isInFuture } from '../../domain/time/clock-skew.ts';
import type { AccountReads } from '../../store/accounts/account-reads.ts';
import type { SessionStore } from '../../store/accounts/sessions.ts';
import { MAX_USER_AGENT_LENGTH, type Session } from '../../store/port/sessions.ts';
import { type Actor, toAuditEntry, toHolder } from '../actor.ts';
import { type Notify, toOrigin } from '../mail/notification.ts';
import type { SecretGenerator } from '../secrets.ts';

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
  /** The hash of the session's id, its key in the store. */
  sessionIdHash: string;
  /** The role of its holder in this session. */
  role: Role;
}

export interface Visitor {
  /** The page's language; becomes the account's for later mails. */
  language: Language;
  address: string;
  /** The `User-Agent` header; null if the browser sent none. */
  userAgent: string | null;
  /** From the browser's long-lived cookie; null when it has none. */
  deviceToken: string | null;
}

export interface SignedIn {
  /** 43 characters, to be stored only in a cookie of the browser. */
  sessionId: string;
  /** For the browser's long-lived cookie: the given one, or a new one. */
  deviceToken: string;
  /** The role of its holder in this session. */
  role: Role;
}

export interface SessionKind {
  /** How the holder signed in, for the audit log; null for the usual way. */
  detail: string | null;
  maxMs: number;
  /** The OpenID issuer that has confirmed the holder as staff; null: none has. */
  staffIssuer: string | null;
}

/** The sessions of accounts. All reject with Unavailable when the store fails. */
export interface Sessions {
  /** Opens a session with a new id: an id that the browser sent is never reused. */
  open(account: Account, visitor: Visitor, kind: SessionKind): Promise<SignedIn>;
  /** The account of a live session, whose idle time starts again; null for any other text. */
  findSignedIn(sessionId: string): Promise<SignedInAccount | null>;
  /** The account's live sessions, the last used first, at most MAX_LISTED_SESSIONS. */
  list(accountId: string): Promise<Session[]>;
  /** Ends this session; does nothing when it has expired. `detail` is for the audit log. */
  signOut(sessionId: string, actor: Actor, detail?: string): Promise<void>;
  /** Ends a session of this account; false if the account has no such session. */
  end(account: Account, idHash: string, actor: Actor): Promise<boolean>;
  /** Ends all sessions of the account, including the current one. */
  signOutEverywhere(account: Account, actor: Actor, detail?: string): Promise<void>;
}

export interface SessionDependencies {
  sessions: SessionStore;
  secrets: SecretGenerator;
  notify: Notify;
  reads: Pick<AccountReads, 'listSessions'>;
  /** Only this OpenID issuer decides who is staff; null: the operator decides. */
  staffIssuer: string | null;
  nowMs: () => number;
}

export function createSessions(dependencies: SessionDependencies): Sessions {
  const { sessions, secrets, notify, reads, staffIssuer, nowMs } = dependencies;

  async function findLive(sessionId: string) {
    const found = isToken(sessionId) ? await sessions.find(hashToken(sessionId)) : null;
    return found !== null && isLive(found.session, nowMs()) ? found : null;
  }

  function toRole(session: Session, account: Account): Role {
    if (staffIssuer === null) return account.role;
    return session.staffIssuer === staffIssuer ? 'staff' : 'holder';
  }

  return {
    async open(account, visitor, { detail, maxMs, staffIssuer: confirmedBy }) {
      const { address, language, userAgent, deviceToken: givenToken } = visitor;
      const atMs = nowMs();
      const sessionId = secrets.createToken();
      const session = {
        idHash: hashToken(sessionId),
        accountId: account.id,
        createdAtMs: atMs,
        lastSeenAtMs: atMs,
        idleEndsAtMs: atMs + SESSION_IDLE_MS,
        endsAtMs: atMs + maxMs,
        staffIssuer: confirmedBy,
        // A program that signs in may name its key there.
        userAgent: userAgent && cutSecrets(userAgent, MAX_USER_AGENT_LENGTH),
        // Enough for the holder to recognise the network; the audit log has the address for a time.
        network: toNetworks(address).site,
      };
      const actor = toHolder(address, userAgent);
      const entry = toAuditEntry(actor, account, { action: 'signed_in', detail }, atMs);
      await sessions.insert(session, entry);
      const isKnown = givenToken !== null && isToken(givenToken);
      const deviceToken = isKnown ? givenToken : secrets.createToken();
      const browser = await sessions.recordBrowser(account.id, hashToken(deviceToken), atMs);
      if (browser === 'another') {
        notify({ kind: 'new_browser', to: account.email, language, atMs, origin: toOrigin(actor) });
      }
      return { sessionId, deviceToken, role: toRole(session, account) };
    },

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

    async signOut(sessionId, actor, detail) {
      const found = await findLive(sessionId);
      if (found === null) return;
      const entry = toAuditEntry(actor, found.account, { action: 'signed_out', detail }, nowMs());
      await sessions.delete(found.session.idHash, entry);
    },

    async end(account, idHash, actor) {
      const found = await sessions.find(idHash);
      if (found?.account.id !== account.id) return false;
      const event = { action: 'signed_out', detail: 'from another session' } as const;
      return sessions.delete(idHash, toAuditEntry(actor, account, event, nowMs()));
    },

    async signOutEverywhere(account, actor, detail) {
      const event = { action: 'signed_out_everywhere', detail } as const;
      const entry = toAuditEntry(actor, account, event, nowMs());
      await sessions.deleteByAccount(account.id, entry);
    },
  };
}

/** A session that was last used in the future is refused: its expiry times cannot be trusted. */
function isLive({ lastSeenAtMs, idleEndsAtMs, endsAtMs }: Session, nowMs: number): boolean {
  return !isInFuture(lastSeenAtMs, nowMs) && nowMs < idleEndsAtMs && nowMs < endsAtMs;
}
