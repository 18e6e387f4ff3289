import type { Language } from '../domain/language.ts';
import type { Actor } from './actor.ts';

/** Under the base URL; the token is its query's `token`, which no log line holds. */
export const SIGN_IN_PATH = '/cont/api/sign-in';

export interface LinkRequest {
  email: string;
  /** The page's, for the mail. */
  language: Language;
  /** The network address that asks. */
  address: string;
}

export interface Visitor {
  /** The page's; becomes the account's for later mails. */
  language: Language;
  address: string;
  /** What the browser's long-lived cookie holds; null where it has none. */
  browserMark: string | null;
  /** Of the session that the browser had; it ends. */
  previousSessionId: string | null;
}

export interface IssuedLink {
  url: string;
  endsAtMs: number;
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

/** Sign-in by one-time links. All throw Refusal, or Unavailable. */
export interface SignIn {
  /**
   * Sends a link if there is such an account, and says nothing of whether there is one.
   * INVALID_EMAIL, TOO_MANY.
   */
  requestLink(request: LinkRequest): Promise<void>;
  /** A link for the operator to hand on. NO_SUCH_ACCOUNT, INVALID_EMAIL. */
  issueLink(email: string, actor: Actor): Promise<IssuedLink>;
  /** Whose link it is, for as long as it works; looking uses nothing up. TOO_MANY. */
  findEmail(token: string, address: string): Promise<string | null>;
  /** Uses the link up for a new session with a new id. LINK_NOT_VALID, TOO_MANY. */
  signIn(token: string, visitor: Visitor): Promise<SignedIn>;
}
