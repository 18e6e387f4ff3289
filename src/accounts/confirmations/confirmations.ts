import type { Account } from '../../domain/account/account.ts';
import type { ConfirmationStep } from '../../domain/account/confirmation.ts';
import { foldEmail } from '../../domain/account/email.ts';
import type { KeyCipher } from '../../domain/account/key-cipher.ts';
import { isInFuture, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { AccountReads } from '../../store/accounts/account-reads.ts';
import type { AccountStore } from '../../store/accounts/accounts.ts';
import { deleteAccount, requireEmail, writeChange } from '../account-changes.ts';
import { type Actor, toAuditEntry } from '../actor.ts';
import { type Notify, toOrigin } from '../mail/notification.ts';
import { conflict, Refusal } from '../refusal.ts';
import { toBinding } from '../secrets.ts';
import type { Sessions } from '../sign-in/sessions.ts';
import type { AttemptLimiter, AttemptLimiterOptions } from '../sign-in/sign-in-attempts.ts';

/** Below the base URL. The token is the query parameter `token`, which is never logged. */
export const CONFIRMATION_PATH = '/cont/api/confirm';
export const CONFIRMATION_VALID_MS = 3_600_000;
/** Mails with such a link that an account can ask for within an hour, some to another address. */
export const MAX_CONFIRMATION_MAILS = 6;
/** Accounts counted at once; the least recently counted one is dropped. */
const MAX_COUNTED = 15_000;

export interface Confirmation {
  step: ConfirmationStep;
  /** The new address; empty for a deletion. */
  email: string;
}

/**
 * Changes that the holder confirms by mail. A link works for a session of its account only, within
 * CONFIRMATION_VALID_MS, until the holder signs out everywhere. Its token is encrypted, not stored:
 * what it confirms is done once, because the account then has the address, or is gone. All throw
 * Refusal or Unavailable.
 */
export interface Confirmations {
  /** Mails the first link. Throws INVALID_EMAIL, SAME_EMAIL, FORBIDDEN for staff, TOO_MANY. */
  requestEmail(account: Account, email: string, actor: Actor): Promise<void>;
  /** Mails the link. Throws FORBIDDEN for staff, TOO_MANY. */
  requestDeletion(account: Account, actor: Actor): Promise<void>;
  /** Null if the link does not work. */
  read(account: Account, token: string): Promise<Confirmation | null>;
  /**
   * Does what the link confirms: mails the second link; changes the address, tells the former one and
   * signs out everywhere; or deletes the account. Throws LINK_NOT_VALID, TOO_MANY, and ACCOUNT_EXISTS
   * if another account has the address.
   */
  confirm(account: Account, token: string, actor: Actor): Promise<Confirmation>;
}

export interface ConfirmationDependencies {
  accounts: AccountStore;
  reads: Pick<AccountReads, 'countAudit'>;
  cipher: KeyCipher;
  notify: Notify;
  sessions: Pick<Sessions, 'signOutEverywhere'>;
  createAttemptLimiter: (options: AttemptLimiterOptions) => AttemptLimiter;
  /** Absolute links begin with it; no trailing slash. */
  baseUrl: string;
  nowMs: () => number;
}

export function createConfirmations(dependencies: ConfirmationDependencies): Confirmations {
  const { accounts, reads, cipher, notify, sessions, baseUrl, nowMs } = dependencies;
  const mails = dependencies.createAttemptLimiter({
    windowMs: CONFIRMATION_VALID_MS,
    maxLimit: MAX_CONFIRMATION_MAILS,
    maxKeys: MAX_COUNTED,
  });

  /** Before anything is read, so that simultaneous requests count each other. */
  function admitMail({ id, role }: Account): void {
    if (role === 'staff') {
      throw new Refusal('FORBIDDEN', 'the operator changes and deletes accounts of staff');
    }
    if (!mails.hasRoom(id, MAX_CONFIRMATION_MAILS)) {
      const what = `asked for ${MAX_CONFIRMATION_MAILS} confirmations in the last hour`;
      throw new Refusal('TOO_MANY', `the account has ${what}; try again later`);
    }
    mails.admit(id, MAX_CONFIRMATION_MAILS);
  }

  function mailLink(account: Account, { step, email }: Confirmation, actor: Actor): void {
    const atMs = nowMs();
    const text = JSON.stringify([step, email, atMs]);
    const token = cipher.encrypt(text, toBinding(account.id, BOUND_TO));
    notify({
      kind: `confirm_${step}`,
      to: step === 'new_email' ? email : account.email,
      language: account.language,
      url: `${baseUrl}${CONFIRMATION_PATH}?token=${token}`,
      endsAtMs: atMs + CONFIRMATION_VALID_MS,
      newEmail: email,
      origin: toOrigin(actor),
    });
  }

  async function read(account: Account, token: string): Promise<Confirmation | null> {
    const text = cipher.decrypt(token, toBinding(account.id, BOUND_TO));
    if (text === null) return null;
    const [step, email, issuedMs] = JSON.parse(text) as [ConfirmationStep, string, number];
    const atMs = nowMs();
    if (isInFuture(issuedMs, atMs) || atMs >= issuedMs + CONFIRMATION_VALID_MS) return null;
    const toMs = atMs + MAX_CLOCK_SKEW_MS + 1;
    const signedOut = { actions: ['signed_out_everywhere'] as const, fromMs: issuedMs, toMs };
    const isRevoked = (await reads.countAudit({ accountId: account.id, ...signedOut }, 0)) !== 0;
    return isRevoked ? null : { step, email };
  }

  async function changeEmail(account: Account, email: string, actor: Actor): Promise<void> {
    const atMs = nowMs();
    const event = { action: 'email_changed', detail: `to ${email}` } as const;
    const entries = [toAuditEntry(actor, account, event, atMs)];
    const changed = await writeChange(accounts, { read: account, next: { email }, entries });
    if (changed === null) {
      const other = await accounts.findByEmail(email);
      if (other === null || other.id === account.id) throw conflict();
      throw new Refusal('ACCOUNT_EXISTS', 'another account has this address');
    }
    const { email: to, language } = account;
    notify({ kind: 'email_changed', to, language, atMs, newEmail: email, origin: toOrigin(actor) });
    // Links to the former address end with the sessions.
    await sessions.signOutEverywhere(changed, actor, 'after another address');
  }

  return {
    async requestEmail(account, text, actor) {
      const email = requireEmail(text);
      if (foldEmail(email) === foldEmail(account.email)) {
        throw new Refusal('SAME_EMAIL', 'the account has this address already');
      }
      admitMail(account);
      mailLink(account, { step: 'present_email', email }, actor);
    },

    async requestDeletion(account, actor) {
      admitMail(account);
      mailLink(account, { step: 'deletion', email: '' }, actor);
    },

    read,

    async confirm(account, token, actor) {
      const confirmation = await read(account, token);
      if (confirmation === null) {
        throw new Refusal('LINK_NOT_VALID', 'this link has expired or was used; request another');
      }
      const { step, email } = confirmation;
      if (step === 'present_email') {
        admitMail(account);
        mailLink(account, { step: 'new_email', email }, actor);
      } else if (step === 'new_email') {
        await changeEmail(account, email, actor);
      } else {
        await deleteAccount(accounts, account, actor, nowMs());
        const { email: to, language } = account;
        notify({ kind: 'account_deleted', to, language, atMs: nowMs(), origin: toOrigin(actor) });
      }
      return confirmation;
    },
  };
}

/** In the place of the id of a key or a webhook's secret, which are encrypted too. */
const BOUND_TO = 'confirmation';
