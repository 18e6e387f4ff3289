import type { AuditEntry } from './audit.ts';

/** The most sessions that one call of `deleteExpired` removes. */
export const MAX_DELETED_SESSIONS = 1_000;
/** Of an account's browsers the ones last used are known; so many at most. */
export const MAX_BROWSERS = 20;

/** A signed-in browser. Its id is with that browser alone; here is what recognises it. */
export interface Session {
  /** SHA-256 of the id, 64 hexadecimal digits. */
  idHash: string;
  accountId: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  /** Over from then on, if it is not used meanwhile. */
  idleEndsAtMs: number;
  /** Over from then on, however much it is used. */
  endsAtMs: number;
  /** The OpenID issuer that told at this sign-in that its holder is staff; null: none did. */
  staffIssuer: string | null;
}

export interface SessionStore {
  insert(session: Session, entry: AuditEntry): Promise<void>;
  /** Also one that is over and not yet deleted. */
  find(idHash: string): Promise<Session | null>;
  /** Moves both times forward, never back; one that is gone is passed over. */
  touch(idHash: string, lastSeenAtMs: number, idleEndsAtMs: number): Promise<void>;
  /** False: there is no such session, and the entry is not written. */
  delete(idHash: string, entry: AuditEntry): Promise<boolean>;
  /** All of the account; how many. The entry is written in any case. */
  deleteByAccount(accountId: string, entry: AuditEntry): Promise<number>;
  /**
   * At most MAX_DELETED_SESSIONS of those that are over, or whose end is after `latestEndMs`: a
   * clock that was ahead opened those. How many.
   */
  deleteExpired(nowMs: number, latestEndMs: number): Promise<number>;
  /**
   * True when this browser, known by the hash of its mark, was not known of this account. Browsers
   * that were last used in the future (`isInFuture`) are forgotten.
   */
  recordBrowser(accountId: string, markHash: string, nowMs: number): Promise<boolean>;
}
