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
