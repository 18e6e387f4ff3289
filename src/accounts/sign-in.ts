import type { Language } from '../domain/account/language.ts';
import { hashToken, isToken } from '../domain/account/token.ts';
import { isInFuture } from '../domain/time/clock-skew.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import type { AuditEntry } from '../store/port/audit.ts';
import type { SignInLink, SignInLinkStore } from '../store/port/sign-in-links.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import { createLinkQueue } from './link-queue.ts';
import { requireEmail } from './new-account.ts';
import { openSession, type SessionMaterial, type SignedIn, type Visitor } from './new-session.ts';
import { Refusal } from './refusal.ts';
import { SESSION_MAX_MS } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

/** Under the base URL; the token is its query's `token`, which no log line holds. */
export const SIGN_IN_PATH = '/cont/api/sign-in';

/** How long a link is valid, by who asked for it. */
export const LINK_VALID_MS: Readonly<Record<SignInLink['issuer'], number>> = {
  mail: 900_000,
  command: 300_000,
};

export interface LinkRequest {
  email: string;
  /** The page's, for the mail. */
  language: Language;
  /** The network address that asks. */
  address: string;
}

export interface IssuedLink {
  url: string;
  endsAtMs: number;
}

/** Sign-in by one-time links. All throw Refusal, or Unavailable. */
export interface SignIn {
  /**
   * Sends a link later, if there is such an account; nothing is looked up before the caller goes
   * on. INVALID_EMAIL, TOO_MANY, TOO_BUSY.
   */
  requestLink(request: LinkRequest): void;
  /** A link for the operator to hand on. NO_SUCH_ACCOUNT, INVALID_EMAIL. */
  issueLink(email: string, actor: Actor): Promise<IssuedLink>;
  /** Whose link it is, null when it no longer works; looking uses nothing up. */
  findEmail(token: string): Promise<string | null>;
  /**
   * Uses the link up for a new session with a new id; attempts are not counted, as 256 random bits
   * are not guessed. LINK_NOT_VALID.
   */
  signIn(token: string, visitor: Visitor): Promise<SignedIn>;
  /** Sends the links that were asked for, at most for this long; the rest are dropped: how many. */
  close(waitMs: number): Promise<number>;
}

export interface SignInDependencies extends SessionMaterial {
  accounts: AccountStore;
  links: SignInLinkStore;
  attempts: SignInAttempts;
  /** Absolute links begin with it; no slash at its end. */
  baseUrl: string;
  /** Called with each failure to send a link that was asked for. */
  onFault: (error: unknown) => void;
}

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { accounts, links, attempts, texts, notify, nowMs, baseUrl, onFault } = dependencies;
  const queue = createLinkQueue({ handle: sendLink, onFault });

  async function sendLink({ email, language }: LinkRequest): Promise<void> {
    const account = await accounts.findByEmail(email);
    if (account === null) return;
    const link = await makeLink({ accountId: account.id, issuer: 'mail' }, null);
    notify({ kind: 'sign_in_link', to: account.email, language, ...link });
  }

  async function makeLink(
    owner: Pick<SignInLink, 'accountId' | 'issuer'>,
    entry: AuditEntry | null,
  ): Promise<IssuedLink> {
    const token = texts.createToken();
    const endsAtMs = nowMs() + LINK_VALID_MS[owner.issuer];
    await links.insert({ ...owner, tokenHash: hashToken(token), endsAtMs }, entry);
    return { url: `${baseUrl}${SIGN_IN_PATH}?token=${token}`, endsAtMs };
  }

  /** A link that was made in the future is valid for nobody knows how long. */
  async function findLive(token: string): Promise<SignInLink | null> {
    const link = isToken(token) ? await links.find(hashToken(token)) : null;
    if (link === null) return null;
    const atMs = nowMs();
    const madeAtMs = link.endsAtMs - LINK_VALID_MS[link.issuer];
    return isInFuture(madeAtMs, atMs) || atMs >= link.endsAtMs ? null : link;
  }

  return {
    requestLink(request) {
      requireEmail(request.email);
      if (queue.isFull) {
        throw new Refusal('TOO_BUSY', 'too many links are being asked for; try again in a minute');
      }
      attempts.admitLink(request.email, request.address);
      queue.put(request);
    },

    async issueLink(email, actor) {
      const account = await accounts.findByEmail(requireEmail(email));
      if (account === null) {
        throw new Refusal('NO_SUCH_ACCOUNT', `there is no account with the address ${email}`);
      }
      const owner = { accountId: account.id, issuer: 'command' } as const;
      return makeLink(owner, toAuditEntry(actor, account, { action: 'link_issued' }, nowMs()));
    },

    async findEmail(token) {
      const link = await findLive(token);
      return link && ((await accounts.findById(link.accountId))?.email ?? null);
    },

    async signIn(token, visitor) {
      const found = await findLive(token);
      const link = found && (await links.consume(found.tokenHash, nowMs()));
      const account = link && (await accounts.findById(link.accountId));
      if (account === null) {
        throw new Refusal('LINK_NOT_VALID', 'this link was used or is too old; ask for another');
      }
      const detail = link?.issuer === 'command' ? "by the operator's link" : null;
      const kind = { detail, maxMs: SESSION_MAX_MS, staffIssuer: null };
      const signedIn = await openSession(dependencies, account, visitor, kind);
      if (account.language !== visitor.language) {
        await accounts.setLanguage(account.id, visitor.language);
      }
      return signedIn;
    },

    close: queue.close,
  };
}
