import type { AuditEntry } from './audit.ts';

/** The most links that one call of `deleteExpired` removes. */
export const MAX_DELETED_LINKS = 1_000;

/** A one-time link. Its token is in the link alone; here is what recognises it. */
export interface SignInLink {
  /** SHA-256 of the token, 64 hexadecimal digits. */
  tokenHash: string;
  accountId: string;
  /** Not valid from then on. */
  endsAtMs: number;
  issuer: 'mail' | 'command';
}

export interface SignInLinkStore {
  /** The entry, where there is one, goes in with it. */
  insert(link: SignInLink, entry: AuditEntry | null): Promise<void>;
  /** Also one that is over and not yet deleted. */
  find(tokenHash: string): Promise<SignInLink | null>;
  /** Removes it and gives it to one caller alone; null when it is gone or over. */
  consume(tokenHash: string, nowMs: number): Promise<SignInLink | null>;
  /**
   * At most MAX_DELETED_LINKS of those that are over, or that end after `latestEndMs`: a clock that
   * was ahead made those. How many.
   */
  deleteExpired(nowMs: number, latestEndMs: number): Promise<number>;
}
