import type { Account } from '../../domain/account/account.ts';
import type { AuditEntry } from './audit.ts';

/** The most known browsers of an account; the least recently used are removed. */
export const MAX_BROWSERS = 20;

/** The most characters stored of a `User-Agent`; those of browsers are shorter. */
export const MAX_USER_AGENT_LENGTH = 250;

/** A signed-in browser. Only that browser has the session's id; the store has its hash. */
export interface Session {
  /** SHA-256 of the id, 64 hexadecimal digits. */
  idHash: string;
  accountId: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  /** Expires at this time unless it is used before. */
  idleEndsAtMs: number;
  /** Expires at this time in any case. */
  endsAtMs: number;
  /** The OpenID issuer that confirmed the user as staff at this sign-in; null if none did. */
  staffIssuer: string | null;
  /** The `User-Agent` at the sign-in; null if there was none. */
  userAgent: string | null;
  /** The /24 or /48 of the sign-in (see `toNetworks`). */
  network: string | null;
}

export interface SessionStore {
  insert(session: Session, entry: AuditEntry): Promise<void>;
  /** With its account. May return an expired session that is not yet deleted. */
  find(idHash: string): Promise<{ session: Session; account: Account } | null>;
  /** Moves both times forward, never back. Ignores a session that does not exist. */
  touch(idHash: string, lastSeenAtMs: number, idleEndsAtMs: number): Promise<void>;
  /** False if there is no such session; the entry is then not written. */
  delete(idHash: string, entry: AuditEntry): Promise<boolean>;
  /**
   * Deletes all sessions and sign-in links of the account; returns how many sessions. Always writes
   * the entry.
   */
  deleteByAccount(accountId: string, entry: AuditEntry): Promise<number>;
  /**
   * Deletes at most MAX_DELETED sessions that have expired, or that end after `latestEndMs`
   * because the clock was ahead when they were created. Returns how many.
   */
  deleteExpired(nowMs: number, latestEndMs: number): Promise<number>;
  /**
   * Whether this browser, identified by the hash of its device token, is known for the account, or
   * else its first one. Removes browsers whose last use is in the future (`isInFuture`).
   */
  recordBrowser(
    accountId: string,
    deviceHash: string,
    nowMs: number,
  ): Promise<'first' | 'another' | 'known'>;
}

/** The most valid mailed links of an account, whichever servers sent them. */
export const MAX_MAILED_LINKS = 5;

/** A one-time link. Only the link contains its token; the store has the token's hash. */
export interface SignInLink {
  /** SHA-256 of the token, 64 hexadecimal digits. */
  tokenHash: string;
  accountId: string;
  /** Expires at this time. */
  endsAtMs: number;
  issuer: 'mail' | 'command';
}

export interface SignInLinkStore {
  /**
   * Writes the audit entry with the link, if there is one. False, and nothing is written, for a
   * mailed link of an account with MAX_MAILED_LINKS of them that end after `nowMs`.
   */
  insert(link: SignInLink, entry: AuditEntry | null, nowMs: number): Promise<boolean>;
  /** May return an expired link that is not yet deleted. */
  find(tokenHash: string): Promise<SignInLink | null>;
  /**
   * Removes the link, then all others of its account, and returns it to one caller only; null if it
   * does not exist or has expired.
   */
  consume(tokenHash: string, nowMs: number): Promise<SignInLink | null>;
  /**
   * Deletes at most MAX_DELETED links that have expired, or that end after `latestEndMs`
   * because the clock was ahead when they were created. Returns how many.
   */
  deleteExpired(nowMs: number, latestEndMs: number): Promise<number>;
}
