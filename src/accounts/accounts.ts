import {
  type Account,
  type AccountFields,
  type Role,
  withFields,
} from '../domain/account/account.ts';
import {
  type PlanChange,
  type Subscription,
  toActive,
  toCancelled,
} from '../domain/account/plan.ts';
import type { AccountReads } from '../store/accounts/account-reads.ts';
import type { AccountChange } from '../store/accounts/accounts.ts';
import type { Store } from '../store/store.ts';
import {
  deleteAccount,
  isActivation,
  requireEmail,
  retry,
  type SubscriptionDependencies,
  toNewAccount,
  toSubscriptionChange,
  writeChange,
} from './account-changes.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import type { Keys } from './keys/keys.ts';
import { toKeyNotification } from './mail/notification.ts';
import { conflict, noSuchAccount, Refusal } from './refusal.ts';
import type { Sessions } from './sign-in/sessions.ts';
import { endPlanPause, type Webhooks } from './watching/webhooks.ts';

const PAGE_LENGTH = 500;
/** Bounds the loop; far more pages than there are accounts. */
const MAX_PAGES = 100_000;

/** Operations on accounts. All throw Refusal or Unavailable. */
export interface Accounts {
  create(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  find(email: string): Promise<Account>;
  setPlan(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  /**
   * Ends the plan now. The key stays; requests with it get 403 until there is a plan again. Throws
   * CONFLICT if the subscription changes meanwhile, so that a new purchase is not cancelled.
   */
  cancel(email: string, actor: Actor): Promise<Account>;
  /** Sets what the holder chooses about mails; ignores an account that has been deleted. */
  setPreferences(
    account: Account,
    preferences: Pick<AccountFields, 'language' | 'limitNotices'>,
  ): Promise<void>;
  /** Takes effect with the next request of the account's sessions. */
  setRole(email: string, role: Role, actor: Actor): Promise<Account>;
  delete(email: string, actor: Actor): Promise<void>;
}

export function createAccounts(dependencies: SubscriptionDependencies): Accounts {
  const { accounts, webhooks, notify, nowMs } = dependencies;

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
    const changed = await writeChange(accounts, change);
    if (changed === null) return null;
    notifyOfKey(change, next.changedAtMs);
    if (isActivation(change)) await endPlanPause(webhooks, account.id, nowMs());
    return changed;
  }

  function notifyOfKey({ read, next: { apiKey } }: AccountChange, atMs: number): void {
    if (apiKey != null) notify(toKeyNotification(read, 'key_created', apiKey, atMs));
  }

  return {
    find,

    /** A single write: an account that was stored without its plan would never get its key. */
    async create(email, plan, actor) {
      const atMs = nowMs();
      const empty = toNewAccount(email, atMs);
      // Before the entries of the plan, because their ids increase.
      const created = toAuditEntry(actor, empty, { action: 'account_created' }, atMs);
      const subscription = toActive(plan, null, atMs);
      const change = toSubscriptionChange(empty, subscription, dependencies, actor);
      const account = withFields(empty, change.next);
      if (!(await accounts.insert(account, [created, ...change.entries]))) {
        throw new Refusal(
          'ACCOUNT_EXISTS',
          `there is already an account with the address ${email}`,
        );
      }
      notifyOfKey(change, atMs);
      return account;
    },

    setPlan: (email, plan, actor) =>
      retry(async () => {
        const account = await find(email);
        return changeOnce(account, toActive(plan, account.subscription, nowMs()), actor);
      }),

    async cancel(email, actor) {
      const account = await find(email);
      const next = toCancelled(account.subscription, 'free', nowMs());
      const changed = await changeOnce(account, next, actor);
      if (changed === null) throw conflict();
      return changed;
    },

    async setPreferences(account, preferences) {
      await accounts.replace({ read: account, next: preferences, entries: [] });
    },

    setRole: (email, role, actor) =>
      retry(async () => {
        const read = await find(email);
        if (read.role === role) return read;
        const entry = toAuditEntry(actor, read, { action: 'role_changed', detail: role }, nowMs());
        return writeChange(accounts, { read, next: { role }, entries: [entry] });
      }),

    async delete(email, actor) {
      await deleteAccount(accounts, await find(email), actor, nowMs());
    },
  };
}

/** All accounts in the order of their e-mail addresses, read page by page. */
export async function* eachAccount(
  reads: Pick<AccountReads, 'listAccounts'>,
  pageLength = PAGE_LENGTH,
): AsyncGenerator<Account> {
  let afterEmail: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    // The time matters only to a filter by plan.
    const listed: Account[] = await reads.listAccounts({}, 0, afterEmail, pageLength);
    yield* listed;
    if (listed.length < pageLength) return;
    afterEmail = listed.at(-1)?.email ?? null;
  }
  throw new Error(`there are more than ${MAX_PAGES * pageLength} accounts`);
}

interface RevokeAllDependencies {
  store: Pick<Store, 'accounts' | 'accountReads'>;
  keys: Keys;
  sessions: Sessions;
  webhooks: Webhooks;
  /** Called before each account; waits while too many mails are unsent. */
  waitForMails?: () => Promise<void>;
}

/**
 * Revokes the key of every account, signs every holder out and pauses every webhook. Needed after
 * restoring an old backup, which brings back revoked keys, ended sessions, and webhooks whose address
 * or secret was replaced since. Each revocation is audited and its holder notified. A second run
 * changes only what was created or resumed since. Returns the counts.
 */
export async function revokeAll(
  { store, keys, sessions, webhooks, waitForMails }: RevokeAllDependencies,
  actor: Actor,
  pageLength?: number,
): Promise<{ accounts: number; revoked: number; paused: number }> {
  const count = { accounts: 0, revoked: 0, paused: 0 };
  for await (const account of eachAccount(store.accountReads, pageLength)) {
    await waitForMails?.();
    // Before the key, so that no restored session can create a new one.
    await sessions.signOutEverywhere(account, actor);
    if (await revoke(account.id)) count.revoked++;
    if ((await webhooks.find(account.id))?.state === 'working') {
      await webhooks.pause(account, actor);
      count.paused++;
    }
    count.accounts++;
  }
  return count;

  function revoke(accountId: string): Promise<boolean> {
    return retry(async () => {
      const account = await store.accounts.findById(accountId);
      if (account === null || account.apiKey === null) return false;
      try {
        await keys.revoke(account, account.apiKey.id, actor);
        return true;
      } catch (error) {
        // The holder changed the key first.
        if (error instanceof Refusal) return null;
        throw error;
      }
    });
  }
}
