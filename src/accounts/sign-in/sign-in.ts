import type { Account } from '../../domain/account/account.ts';
import type { Language } from '../../domain/account/language.ts';
import { hashToken, isToken } from '../../domain/account/token.ts';
import { isInFuture, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { AccountReads } from '../../store/accounts/account-reads.ts';
import type { AccountStore } from '../../store/accounts/accounts.ts';
import type { SignInLinkStore } from '../../store/accounts/links.ts';
import type { AuditAction } from '../../store/port/audit.ts';
import type { SignInLink } from '../../store/port/sessions.ts';
import { requireEmail } from '../account-changes.ts';
import { type Actor, toAuditEntry, toHolder } from '../actor.ts';
import type { Notify } from '../mail/notification.ts';
import { noSuchAccount, Refusal } from '../refusal.ts';
import type { SecretGenerator } from '../secrets.ts';
import { createLinkQueue } from './link-queue.ts';
import { SESSION_MAX_MS, type Sessions, type SignedIn, type Visitor } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

/** Below the base URL. The token is the query parameter `token`, which is never logged. */
export const SIGN_IN_PATH = '/cont/api/sign-in';

/** How long a link is valid, by its issuer. */
export const LINK_VALID_MS: Readonly<Record<SignInLink['issuer'], number>> = {
  mail: 600_000,
  command: 300_000,
};

export interface LinkRequest {
  email: string;
  /** The language of the page and of the mail. */
  language: Language;
  /** The network address of the request. */
  address: string;
}

interface QueuedRequest extends LinkRequest {
  /** A link is valid from its request on, however long the request waits. */
  atMs: number;
}

export interface IssuedLink {
  url: string;
  endsAtMs: number;
}

/** Sign-in by one-time links. All throw Refusal or Unavailable. */
export interface SignIn {
  /**
   * Queues a link, which is sent if the account exists; the look-up happens after the caller has
   * continued. Throws INVALID_EMAIL, TOO_MANY or TOO_BUSY.
   */
  requestLink(request: LinkRequest): void;
  /** Creates a link that the operator passes on. Throws NO_SUCH_ACCOUNT or INVALID_EMAIL. */
  issueLink(email: string, actor: Actor): Promise<IssuedLink>;
  /** The e-mail address of the account; null if the link does not work. Does not use up the link. */
  findEmail(token: string): Promise<string | null>;
  /**
   * Uses the link up and opens a session. Attempts are not limited, because 256 random bits cannot
   * be guessed. Throws LINK_NOT_VALID.
   */
  signIn(token: string, visitor: Visitor): Promise<SignedIn>;
  /** Sends the queued links for at most this long; drops the rest and returns how many. */
  close(waitMs: number): Promise<number>;
}

export interface SignInDependencies {
  accounts: AccountStore;
  sessions: Sessions;
  secrets: SecretGenerator;
  notify: Notify;
  nowMs: () => number;
  links: SignInLinkStore;
  reads: Pick<AccountReads, 'countAudit'>;
  attempts: SignInAttempts;
  /** Absolute links begin with it; no trailing slash. */
  baseUrl: string;
  /** Called for each failure to send a requested link. */
  onFault: (error: unknown) => void;
}

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { accounts, sessions, links, reads, attempts, secrets, notify, nowMs, baseUrl, onFault } =
    dependencies;
  const queue = createLinkQueue({ handle: sendLink, onFault });

  async function sendLink({ email, language, atMs }: QueuedRequest): Promise<void> {
    const account = await accounts.findByEmail(email);
    if (account === null) return;
    // A sign-in ends the links that were requested before it: the stored ones, and this one.
    if (await isAudited(account.id, 'signed_in', atMs + 1, nowMs() + 1)) return;
    const { link, url } = makeLink(account, 'mail', atMs);
    // False if the account has too many mailed links.
    if (!(await links.insert(link, null, atMs))) return;
    const { endsAtMs } = link;
    notify({ kind: 'sign_in_link', to: account.email, language, url, endsAtMs });
  }

  function makeLink({ id: accountId }: Account, issuer: SignInLink['issuer'], atMs: number) {
    const token = secrets.createToken();
    const endsAtMs = atMs + LINK_VALID_MS[issuer];
    const link: SignInLink = { accountId, issuer, tokenHash: hashToken(token), endsAtMs };
    return { link, url: `${baseUrl}${SIGN_IN_PATH}?token=${token}` };
  }

  /** A link that was issued in the future is refused: its expiry time cannot be trusted. */
  async function findLive(token: string): Promise<SignInLink | null> {
    const link = isToken(token) ? await links.find(hashToken(token)) : null;
    if (link === null) return null;
    const atMs = nowMs();
    if (isInFuture(toRequestMs(link), atMs) || atMs >= link.endsAtMs) return null;
    return (await isRevoked(link)) ? null : link;
  }

  /**
   * Whether its holder has signed out everywhere since the millisecond of its request. This deletes
   * the stored links, but not those whose requests are still queued.
   */
  function isRevoked(link: SignInLink): Promise<boolean> {
    const toMs = nowMs() + MAX_CLOCK_SKEW_MS + 1;
    return isAudited(link.accountId, 'signed_out_everywhere', toRequestMs(link), toMs);
  }

  async function isAudited(
    accountId: string,
    action: AuditAction,
    fromMs: number,
    toMs: number,
  ): Promise<boolean> {
    return (await reads.countAudit({ accountId, actions: [action], fromMs, toMs }, 0)) !== 0;
  }

  return {
    requestLink(request) {
      requireEmail(request.email);
      if (queue.isFull) {
        throw new Refusal(
          'TOO_BUSY',
          'too many sign-in links are being requested; try again in a minute',
        );
      }
      attempts.admitLink(request.email, request.address);
      queue.put({ ...request, atMs: nowMs() });
    },

    async issueLink(email, actor) {
      const account = await accounts.findByEmail(requireEmail(email));
      if (account === null) throw noSuchAccount(email);
      const atMs = nowMs();
      const { link, url } = makeLink(account, 'command', atMs);
      await links.insert(link, toAuditEntry(actor, account, { action: 'link_issued' }, atMs), atMs);
      return { url, endsAtMs: link.endsAtMs };
    },

    async findEmail(token) {
      const link = await findLive(token);
      return link && ((await accounts.findById(link.accountId))?.email ?? null);
    },

    async signIn(token, visitor) {
      const found = await findLive(token);
      const link = found && (await links.consume(found.tokenHash, nowMs()));
      const account = link && (await accounts.findById(link.accountId));
      if (link === null || account === null) throw notValid();
      const detail = link.issuer === 'command' ? "by the operator's link" : null;
      const kind = { detail, maxMs: SESSION_MAX_MS, staffIssuer: null };
      const signedIn = await sessions.open(account, visitor, kind);
      if (await isRevoked(link)) {
        const actor = toHolder(visitor.address);
        await sessions.signOut(signedIn.sessionId, actor, 'signed out everywhere meanwhile');
        throw notValid();
      }
      if (account.language !== visitor.language) {
        const { language } = visitor;
        await accounts.replace({ read: account, next: { language }, entries: [] });
      }
      return signedIn;
    },

    close: queue.close,
  };
}

function toRequestMs({ endsAtMs, issuer }: SignInLink): number {
  return endsAtMs - LINK_VALID_MS[issuer];
}

function notValid(): Refusal {
  return new Refusal(
    'LINK_NOT_VALID',
    'this link was already used or has expired; request another',
  );
}
