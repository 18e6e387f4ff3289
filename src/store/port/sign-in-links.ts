import type { AuditEntry } from './audit.ts';

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
   * Removes the link and all others of its account, and returns it to one caller only; null if it
   * does not exist or has expired.
   */
  consume(tokenHash: string, nowMs: number): Promise<SignInLink | null>;
  /**
   * Deletes at most MAX_DELETED links that have expired, or that end after `latestEndMs`
   * because the clock was ahead when they were created. Returns how many.
   */
  deleteExpired(nowMs: number, latestEndMs: number): Promise<number>;
}
