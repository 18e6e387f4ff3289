import type { Language } from '../domain/language.ts';
import { hashToken, isToken } from '../domain/token.ts';
import type { AccountStore } from '../store/account-store.ts';
import type { AuditEntry } from '../store/audit-log.ts';
import type { SignInLink, SignInLinkStore } from '../store/sign-in-link-store.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import { requireEmail } from './new-account.ts';
import { openSession, type SessionMaterial, type SignedIn, type Visitor } from './new-session.ts';
import { Refusal } from './refusal.ts';
import { SESSION_MAX_MS } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

/** Under the base URL; the token is its query's `token`, which no log line holds. */
export const SIGN_IN_PATH = '/cont/api/sign-in';

const MAILED_LINK_MS = 900_000;
const OPERATOR_LINK_MS = 300_000;
/** No account has this id: an unknown address costs the same write, and so the same time. */
const NOBODY = 'nobody';

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
   * Sends a link if there is such an account, and says nothing of whether there is one.
   * INVALID_EMAIL, TOO_MANY.
   */
  requestLink(request: LinkRequest): Promise<void>;
  /** A link for the operator to hand on. NO_SUCH_ACCOUNT, INVALID_EMAIL. */
  issueLink(email: string, actor: Actor): Promise<IssuedLink>;
  /** Whose link it is, null when it no longer works; looking uses nothing up. */
  findEmail(token: string): Promise<string | null>;
  /** Uses the link up for a new session with a new id. LINK_NOT_VALID, TOO_MANY. */
  signIn(token: string, visitor: Visitor): Promise<SignedIn>;
}

export interface SignInDependencies extends SessionMaterial {
  accounts: AccountStore;
  links: SignInLinkStore;
  attempts: SignInAttempts;
  /** Absolute links begin with it; no slash at its end. */
  baseUrl: string;
}

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { accounts, links, attempts, texts, notify, nowMs, baseUrl } = dependencies;

  async function makeLink(
    owner: Pick<SignInLink, 'accountId' | 'issuer'>,
    validMs: number,
    entry: AuditEntry | null,
  ): Promise<IssuedLink> {
    const token = texts.createToken();
    const endsAtMs = nowMs() + validMs;
    await links.insert({ ...owner, tokenHash: hashToken(token), endsAtMs }, entry);
    return { url: `${baseUrl}${SIGN_IN_PATH}?token=${token}`, endsAtMs };
  }

  return {
    async requestLink({ email, language, address }) {
      requireEmail(email);
      await attempts.admitLink(email, address);
      const account = await accounts.findByEmail(email);
      const owner = { accountId: account?.id ?? NOBODY, issuer: 'mail' } as const;
      const link = await makeLink(owner, MAILED_LINK_MS, null);
      if (account !== null) notify({ kind: 'sign_in_link', to: account.email, language, ...link });
    },

    async issueLink(email, actor) {
      const account = await accounts.findByEmail(requireEmail(email));
      if (account === null) {
        throw new Refusal('NO_SUCH_ACCOUNT', `there is no account with the address ${email}`);
      }
      const owner = { accountId: account.id, issuer: 'command' } as const;
      const entry = toAuditEntry(actor, account, { action: 'link_issued' }, nowMs());
      return makeLink(owner, OPERATOR_LINK_MS, entry);
    },

    async findEmail(token) {
      const link = isToken(token) ? await links.find(hashToken(token)) : null;
      if (link === null || nowMs() >= link.endsAtMs) return null;
      return (await accounts.findById(link.accountId))?.email ?? null;
    },

    async signIn(token, visitor) {
      await attempts.admitSignIn(visitor.address);
      const link = isToken(token) ? await links.consume(hashToken(token), nowMs()) : null;
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
  };
}
