import type { Account } from '../domain/account/account.ts';
import type { Language } from '../domain/account/language.ts';
import { hashToken, isToken } from '../domain/account/token.ts';
import type { SessionStore } from '../store/port/sessions.ts';
import { toAuditEntry, toHolder } from './actor.ts';
import type { Notify } from './notice.ts';
import type { SecretTexts } from './secret-texts.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

export interface Visitor {
  /** The page's; becomes the account's for later mails. */
  language: Language;
  address: string;
  /** What the browser's long-lived cookie holds; null where it has none. */
  browserMark: string | null;
}

export interface SignedIn {
  accountId: string;
  /** 43 characters, for a cookie of the browser alone. */
  sessionId: string;
  /** The cookie's latest end. */
  sessionEndsAtMs: number;
  /** For the browser's long-lived cookie: the one it came with, or a new one. */
  browserMark: string;
}

export interface SessionMaterial {
  sessions: SessionStore;
  texts: SecretTexts;
  notify: Notify;
  nowMs: () => number;
}

export interface SessionKind {
  /** How it came about, for the audit log; null: as usual. */
  detail: string | null;
  maxMs: number;
  staffIssuer: string | null;
}

/** The id is always new: one that the browser brought along is never taken over. */
export async function openSession(
  { sessions, texts, notify, nowMs }: SessionMaterial,
  account: Account,
  { address, language, browserMark: givenMark }: Visitor,
  { detail, maxMs, staffIssuer }: SessionKind,
): Promise<SignedIn> {
  const atMs = nowMs();
  const sessionId = texts.createToken();
  const sessionEndsAtMs = atMs + maxMs;
  const session = {
    idHash: hashToken(sessionId),
    accountId: account.id,
    createdAtMs: atMs,
    lastSeenAtMs: atMs,
    idleEndsAtMs: atMs + SESSION_IDLE_MS,
    endsAtMs: sessionEndsAtMs,
    staffIssuer,
  };
  const deed = { action: 'signed_in', ...(detail !== null && { detail }) } as const;
  await sessions.insert(session, toAuditEntry(toHolder(address), account, deed, atMs));

  const isKept = givenMark !== null && isToken(givenMark);
  const browserMark = isKept ? givenMark : texts.createToken();
  if (await sessions.recordBrowser(account.id, hashToken(browserMark), atMs)) {
    notify({ kind: 'new_browser', to: account.email, language, atMs, address });
  }
  return { accountId: account.id, sessionId, sessionEndsAtMs, browserMark };
}
