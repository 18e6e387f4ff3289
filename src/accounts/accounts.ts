import type { Account, Role } from '../domain/account/account.ts';
import type { Language } from '../domain/account/language.ts';
import {
  type PlanChange,
  type Subscription,
  toActive,
  toCancelled,
} from '../domain/account/plan.ts';
import {
  type AccountDependencies,
  MAX_CHANGE_ATTEMPTS,
  requireEmail,
  toNewAccount,
  toSubscriptionChange,
} from './account-changes.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import { toKeyNotification } from './notification.ts';
import { conflict, noSuchAccount, Refusal } from './refusal.ts';

/** Operations on accounts. All throw Refusal or Unavailable. */
export interface Accounts {
  create(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  find(email: string): Promise<Account>;
  setPlan(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  /**
   * Ends the plan now. The key stays and gets 403 until there is a plan again. Throws CONFLICT if
   * the subscription changes meanwhile, so that a new purchase is not cancelled.
   */
  cancel(email: string, actor: Actor): Promise<Account>;
  /** Sets the language of mails to the holder; ignores an account that has been deleted. */
  setLanguage(accountId: string, language: Language): Promise<void>;
  /** Switches mails about refused requests; ignores an account that has been deleted. */
  setLimitNotices(accountId: string, areWanted: boolean): Promise<void>;
  /** Takes effect with the next request of the account's sessions. */
  setRole(email: string, role: Role, actor: Actor): Promise<Account>;
  delete(email: string, actor: Actor): Promise<void>;
}

export function createAccounts(dependencies: AccountDependencies): Accounts {
  const { accounts, notify, nowMs } = dependencies;

  async function find(email: string): Promise<Account> {
    const account = await accounts.findByEmail(requireEmail(email));
    if (account === null) throw noSuchAccount(email);
    return account;
  }

  /** One compare-and-set against the subscription that was read; null if it has changed since. */
  async function changeOnce(
    account: Account,
    next: Subscription,
    actor: Actor,
  ): Promise<Account | null> {
    const change = toSubscriptionChange(account, next, dependencies, actor);
    if (!(await accounts.replaceSubscription(change))) return null;
    const { keyIfNone: key } = change;
    const changed = { ...account, subscription: next };
    if (key === null) return changed;
    notify(toKeyNotification(account, 'key_created', key, next.changedAtMs));
    return { ...changed, apiKey: key, lastKeyId: key.id };
  }

  async function setPlan(email: string, change: PlanChange, actor: Actor): Promise<Account> {
    for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
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

    /** A single write: an account that was stored without its plan would never get its key. */
    async create(email, plan, actor) {
      const atMs = nowMs();
      const empty = toNewAccount(email, atMs);
      const subscription = toActive(plan, null, atMs);
      const change = toSubscriptionChange(empty, subscription, dependencies, actor);
      const { keyIfNone: apiKey, entries } = change;
      const account = { ...empty, subscription, apiKey, lastKeyId: apiKey?.id ?? null };
      const created = toAuditEntry(actor, account, { action: 'account_created' }, atMs);
      if (!(await accounts.insert(account, [created, ...entries]))) {
        throw new Refusal(
          'ACCOUNT_EXISTS',
          `there is already an account with the address ${email}`,
        );
      }
      if (apiKey !== null) notify(toKeyNotification(account, 'key_created', apiKey, atMs));
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

    async setLimitNotices(accountId, areWanted) {
      await accounts.setLimitNotices(accountId, areWanted);
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
