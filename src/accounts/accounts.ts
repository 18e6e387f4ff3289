import { randomUUID } from 'node:crypto';
import type { Account } from '../domain/account.ts';
import { isEmail } from '../domain/email.ts';
import { DEFAULT_LANGUAGE, type Language } from '../domain/language.ts';
import { type Plan, type Subscription, toTierAt } from '../domain/plan.ts';
import type { Sealer } from '../domain/seal.ts';
import type { AccountStore } from '../store/account-store.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import { issueSealedKey } from './issue-key.ts';
import { conflict, Refusal } from './refusal.ts';

/** Another change in between is met by reading again; so often at most. */
const MAX_ATTEMPTS = 10;

export interface PlanChange {
  plan: Plan;
  /** The first instant at which the plan no longer holds; null: no end. */
  endsAtMs: number | null;
}

/** What happens to accounts. All throw Refusal, or Unavailable. */
export interface Accounts {
  create(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  find(email: string): Promise<Account>;
  setPlan(email: string, change: PlanChange, actor: Actor): Promise<Account>;
  /** Ends the plan now. The key stays, and answers 403 until there is a plan again. */
  cancel(email: string, actor: Actor): Promise<Account>;
  /** The language of the mails to the holder; an account that is gone is passed over. */
  setLanguage(accountId: string, language: Language): Promise<void>;
  delete(email: string, actor: Actor): Promise<void>;
}

export interface AccountDependencies {
  accounts: AccountStore;
  sealer: Sealer;
  nowMs: () => number;
}

export function createAccounts({ accounts, sealer, nowMs }: AccountDependencies): Accounts {
  async function find(email: string): Promise<Account> {
    const account = await accounts.findByEmail(requireEmail(email));
    if (account !== null) return account;
    throw new Refusal('NO_SUCH_ACCOUNT', `there is no account with the address ${email}`);
  }

  /** A key is made by itself on the move from no API plan to one, when there is none. */
  async function change(email: string, next: Subscription, actor: Actor): Promise<Account> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const account = await find(email);
      const tier = toTierAt(next, next.changedAtMs);
      const activates = tier !== null && toTierAt(account.subscription, next.changedAtMs) === null;
      const key =
        activates && account.apiKey === null
          ? issueSealedKey(account.id, tier, sealer, next.changedAtMs)
          : null;
      const deeds = [{ action: 'subscription_changed', detail: describe(next) } as const];
      const keyDeeds =
        key === null ? [] : [{ action: 'key_created', keyStart: key.start } as const];
      const entries = [...deeds, ...keyDeeds].map((deed) =>
        toAuditEntry(actor, account, deed, next.changedAtMs),
      );
      const { id, subscription } = account;
      if (await accounts.replaceSubscription(id, subscription, next, key, entries)) {
        return { ...account, subscription: next, apiKey: key ?? account.apiKey };
      }
    }
    throw conflict();
  }

  return {
    find,
    async create(email, { plan, endsAtMs }, actor) {
      const atMs = nowMs();
      const account: Account = {
        id: randomUUID(),
        email: requireEmail(email),
        createdAtMs: atMs,
        language: DEFAULT_LANGUAGE,
        subscription: null,
        apiKey: null,
      };
      const entry = toAuditEntry(actor, account, { action: 'account_created' }, atMs);
      if (!(await accounts.insert(account, entry))) {
        throw new Refusal(
          'ACCOUNT_EXISTS',
          `there is an account with the address ${email} already`,
        );
      }
      return change(email, { plan, status: 'active', endsAtMs, changedAtMs: atMs }, actor);
    },

    setPlan: (email, { plan, endsAtMs }, actor) =>
      change(email, { plan, status: 'active', endsAtMs, changedAtMs: nowMs() }, actor),

    async cancel(email, actor) {
      const { subscription } = await find(email);
      const plan = subscription?.plan ?? 'free';
      const atMs = nowMs();
      const ended: Subscription = { plan, status: 'cancelled', endsAtMs: atMs, changedAtMs: atMs };
      return change(email, ended, actor);
    },

    async setLanguage(accountId, language) {
      await accounts.setLanguage(accountId, language);
    },

    async delete(email, actor) {
      const account = await find(email);
      const keyStart = account.apiKey?.start ?? null;
      const entry = toAuditEntry(actor, account, { action: 'account_deleted', keyStart }, nowMs());
      if (!(await accounts.delete(account.id, entry))) throw conflict();
    },
  };
}

function requireEmail(email: string): string {
  if (isEmail(email)) return email;
  throw new Refusal(
    'INVALID_EMAIL',
    `not one plain e-mail address: ${JSON.stringify(email.slice(0, 100))}; ` +
      'write it as name@example.md',
  );
}

function describe({ plan, status, endsAtMs }: Subscription): string {
  if (status === 'cancelled') return `${plan} cancelled`;
  return endsAtMs === null ? plan : `${plan} until ${new Date(endsAtMs).toISOString()}`;
}
