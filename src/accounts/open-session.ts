import type { Account, Role } from '../domain/account/account.ts';
import { cutKeys } from '../domain/account/api-key.ts';
import type { Language } from '../domain/account/language.ts';
import { toNetworks } from '../domain/account/network.ts';
import { hashToken, isToken } from '../domain/account/token.ts';
import { MAX_USER_AGENT_LENGTH, type SessionStore } from '../store/port/sessions.ts';
import { toAuditEntry, toHolder } from './actor.ts';
import { type Notify, toOrigin } from './notification.ts';
import type { SecretGenerator } from './secrets.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

export interface Visitor {
  /** The page's language; becomes the account's for later mails. */
  language: Language;
  address: string;
  /** As the browser names itself; null if it does not. */
  userAgent: string | null;
  /** From the browser's long-lived cookie; null when it has none. */
  deviceToken: string | null;
}

export interface SignedIn {
  /** 43 characters, to be stored only in a cookie of the browser. */
  sessionId: string;
  /** For the browser's long-lived cookie: the given one, or a new one. */
  deviceToken: string;
  role: Role;
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
  { address, language, userAgent, deviceToken: givenToken }: Visitor,
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
    // A program that signs in may name its key there.
    userAgent: userAgent && cutKeys(userAgent).slice(0, MAX_USER_AGENT_LENGTH),
    // Enough to recognise the place; the audit log has the address, for a limited time.
    network: toNetworks(address).site,
  };
  const actor = toHolder(address, userAgent);
  const event = { action: 'signed_in', ...(detail !== null && { detail }) } as const;
  await sessions.insert(session, toAuditEntry(actor, account, event, atMs));

  const isKnown = givenToken !== null && isToken(givenToken);
  const deviceToken = isKnown ? givenToken : secrets.createToken();
  const browser = await sessions.recordBrowser(account.id, hashToken(deviceToken), atMs);
  if (browser === 'another') {
    notify({ kind: 'new_browser', to: account.email, language, atMs, origin: toOrigin(actor) });
  }
  return { sessionId, deviceToken, role: account.role };
}
