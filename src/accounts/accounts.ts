import type { Account, Role } from '../domain/account/account.ts';
import type { Language } from '../domain/account/language.ts';
import {
  type PlanChange,
  type Subscription,
  toActive,
  toCancelled,
} from '../domain/account/plan.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import type { KeyMaterial } from './issue-key.ts';
import { requireEmail, toNewAccount } from './new-account.ts';
import { type Notify, toKeyNotice } from './notice.ts';
import { conflict, Refusal } from './refusal.ts';
import { toSubscriptionChange } from './subscription-change.ts';

/** Another change in between is met by reading again; so often at most. */
const MAX_ATTEMPTS = 10;

/** What happens to accounts. All throw Refusal, or Unavailable. */
export interface Accounts {
  create(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  find(email: string): Promise<Account>;
  setPlan(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  /**
   * Ends the plan now. The key stays, and answers 403 until there is a plan again. Refused with
   * CONFLICT where the subscription changes meanwhile: what was bought since is not cancelled.
   */
  cancel(email: string, actor: Actor): Promise<Account>;
  /** The language of the mails to the holder; an account that is gone is passed over. */
  setLanguage(accountId: string, language: Language): Promise<void>;
  /** Counts from the next request of the account's sessions. */
  setRole(email: string, role: Role, actor: Actor): Promise<Account>;
  delete(email: string, actor: Actor): Promise<void>;
}

export interface AccountDependencies extends KeyMaterial {
  accounts: AccountStore;
  notify: Notify;
  nowMs: () => number;
}

export function createAccounts(dependencies: AccountDependencies): Accounts {
  const { accounts, notify, nowMs } = dependencies;

  async function find(email: string): Promise<Account> {
    const account = await accounts.findByEmail(requireEmail(email));
    if (account !== null) return account;
    throw new Refusal('NO_SUCH_ACCOUNT', `there is no account with the address ${email}`);
  }

  /** One compare-and-set with the subscription that was read; null where it has changed since. */
  async function changeOnce(
    account: Account,
    next: Subscription,
    actor: Actor,
  ): Promise<Account | null> {
    const wanted = toSubscriptionChange(account, next, dependencies, actor);
    if (!(await accounts.replaceSubscription(wanted))) return null;
    const { keyIfNone: key } = wanted;
    const changed = { ...account, subscription: next };
    if (key === null) return changed;
    notify(toKeyNotice(account, 'key_created', key, next.changedAtMs));
    return { ...changed, apiKey: key, lastKeyId: key.id };
  }

  async function setPlan(email: string, change: PlanChange, actor: Actor): Promise<Account> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const account = await find(email);
      const next = toActive(change, account.subscription, nowMs());
      const changed = await changeOnce(account, next, actor);
      if (changed !== null) return changed;
    }
    throw conflict();
  }

  return {
    find,
    setPlan,

    /** One write: an account without its plan would never get the key that its maker waits for. */
    async create(email, change, actor) {
      const atMs = nowMs();
      const empty = toNewAccount(email, atMs);
      const subscription = toActive(change, null, atMs);
      const wanted = toSubscriptionChange(empty, subscription, dependencies, actor);
      const { keyIfNone: apiKey, entries } = wanted;
      const account = { ...empty, subscription, apiKey, lastKeyId: apiKey?.id ?? null };
      const created = toAuditEntry(actor, account, { action: 'account_created' }, atMs);
      if (!(await accounts.insert(account, [created, ...entries]))) {
        throw new Refusal(
          'ACCOUNT_EXISTS',
          `there is an account with the address ${email} already`,
        );
      }
      if (apiKey !== null) notify(toKeyNotice(account, 'key_created', apiKey, atMs));
      return account;
    },

    async cancel(email, actor) {
      const account = await find(email);
      const next = toCancelled(account.subscription, 'free', nowMs());
      const changed = await changeOnce(account, next, actor);
      if (changed === null) throw conflict();
      return changed;
    },

    async setLanguage(accountId, language) {
      await accounts.setLanguage(accountId, language);
    },

    async setRole(email, role, actor) {
      const account = await find(email);
      const entry = toAuditEntry(actor, account, { action: 'role_changed', detail: role }, nowMs());
      await accounts.setRole(account.id, role, entry);
      return { ...account, role };
    },

    async delete(email, actor) {
      const account = await find(email);
      const keyStart = account.apiKey?.start ?? null;
      const entry = toAuditEntry(actor, account, { action: 'account_deleted', keyStart }, nowMs());
      if (!(await accounts.delete(account.id, entry))) throw conflict();
    },
  };
}
