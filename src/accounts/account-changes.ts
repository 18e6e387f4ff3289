import { randomUUID } from 'node:crypto';
import { type Account, withFields } from '../domain/account/account.ts';
import { isEmail } from '../domain/account/email.ts';
import { DEFAULT_LANGUAGE } from '../domain/account/language.ts';
import { API_PLAN_CHOICE, type Subscription, type Tier, toTierAt } from '../domain/account/plan.ts';
import { toTransition } from '../domain/account/plan-change.ts';
import { MAX_CLOCK_SKEW_MS } from '../domain/time/clock-skew.ts';
import type { AccountReads } from '../store/accounts/account-reads.ts';
import type { AccountChange, AccountStore } from '../store/accounts/accounts.ts';
import type { AuditFilter } from '../store/accounts/audit.ts';
import type { WebhookStore } from '../store/accounts/webhooks.ts';
import { type Actor, type AuditEvent, toAuditEntry } from './actor.ts';
import { issueEncryptedKey } from './keys/issued-key.ts';
import type { Notify } from './mail/notification.ts';
import { conflict, Refusal } from './refusal.ts';
import type { KeyMaterial } from './secrets.ts';

/** Dependencies of every change of an account or of its key. */
export interface AccountDependencies extends KeyMaterial {
  accounts: AccountStore;
  notify: Notify;
  nowMs: () => number;
}

/** Of changes of a subscription. */
export interface SubscriptionDependencies extends AccountDependencies {
  /** A webhook delivers again once there is a plan. */
  webhooks: Pick<WebhookStore, 'find' | 'replace'>;
}

/**
 * Another change can come first; what is changed is then read again, at most this many times. Each
 * time one of the others has succeeded, so that this is the number of simultaneous changes of one
 * account, of which a page admits 120 a minute (`src/web/page-limits.ts`).
 */
const MAX_CHANGE_ATTEMPTS = 120;
const HOUR_MS = 3_600_000;

/** A new account, which has no subscription yet. Throws Refusal INVALID_EMAIL. */
export function toNewAccount(email: string, createdAtMs: number): Account {
  return {
    id: randomUUID(),
    email: requireEmail(email),
    createdAtMs,
    language: DEFAULT_LANGUAGE,
    limitNotices: true,
    role: 'holder',
    identity: null,
    subscription: null,
    apiKey: null,
    lastKeyId: null,
  };
}

/** The text itself, if it is one plain address. Throws Refusal INVALID_EMAIL. */
export function requireEmail(email: string): string {
  if (isEmail(email)) return email;
  throw new Refusal(
    'INVALID_EMAIL',
    `not one plain e-mail address: ${JSON.stringify(email.slice(0, 100))}; ` +
      'write it as name@example.md',
  );
}

/** The tier of the active API plan that `what` needs. Throws Refusal NO_ACTIVE_API_PLAN. */
export function requireTier(
  { subscription }: Account,
  what: 'a key' | 'a webhook',
  nowMs: number,
): Tier {
  const tier = toTierAt(subscription, nowMs);
  if (tier !== null) return tier;
  throw new Refusal(
    'NO_ACTIVE_API_PLAN',
    `the account has no active ${API_PLAN_CHOICE} plan; ${what} needs one`,
  );
}

interface HourlyLimit {
  /** Which entries of the audit log count. */
  entries: AuditFilter;
  max: number;
  /** What the message says that the account has done: `created 10 keys`. */
  what: string;
}

/**
 * Throws Refusal TOO_MANY if the limit was reached in the last hour. Counts entries of the audit
 * log, so that refused attempts do not count and the count survives a restart.
 */
export async function requireHourlyRoom(
  reads: Pick<AccountReads, 'countAudit'>,
  { entries, max, what }: HourlyLimit,
  nowMs: number,
): Promise<void> {
  const recent = { fromMs: nowMs - HOUR_MS + 1, toMs: nowMs + MAX_CLOCK_SKEW_MS + 1 };
  if ((await reads.countAudit({ ...entries, ...recent }, max - 1)) !== null) return;
  throw new Refusal('TOO_MANY', `the account has ${what} in the last hour; try again later`);
}

/** Writes a change, and returns the changed account; null if another change came first. */
export async function writeChange(
  accounts: AccountStore,
  change: AccountChange,
): Promise<Account | null> {
  return (await accounts.replace(change)) ? withFields(change.read, change.next) : null;
}

/** Deletes an account with all that belongs to it. Throws Refusal CONFLICT if it is gone. */
export async function deleteAccount(
  accounts: AccountStore,
  account: Account,
  actor: Actor,
  nowMs: number,
): Promise<void> {
  const keyStart = account.apiKey?.start ?? null;
  const entry = toAuditEntry(actor, account, { action: 'account_deleted', keyStart }, nowMs);
  if (!(await accounts.delete(account.id, entry))) throw conflict();
}

/**
 * Repeats a change that returns null if another one came first. Throws Refusal CONFLICT after
 * MAX_CHANGE_ATTEMPTS.
 */
export async function retry<Result>(change: () => Promise<Result | null>): Promise<Result> {
  for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
    const result = await change();
    if (result !== null) return result;
  }
  throw conflict();
}

/** Whether a change of the subscription gave the account API access. */
export function isActivation({ read, next: { subscription } }: AccountChange): boolean {
  if (subscription == null) return false;
  const atMs = subscription.changedAtMs;
  return toTierAt(subscription, atMs) !== null && toTierAt(read.subscription, atMs) === null;
}

/**
 * The single write that gives an account its next subscription. A move from no API plan to one
 * also issues a key if the account has none.
 */
export function toSubscriptionChange(
  account: Account,
  next: Subscription,
  material: KeyMaterial,
  actor: Actor,
): AccountChange {
  const { changedAtMs } = next;
  const tier = toTierAt(next, changedAtMs);
  const activates = tier !== null && toTierAt(account.subscription, changedAtMs) === null;
  const apiKey =
    activates && account.apiKey === null
      ? issueEncryptedKey(account.id, tier, material, changedAtMs)
      : null;
  const planChange = toTransition(account.subscription, next, changedAtMs);
  const events: AuditEvent[] = [{ action: 'subscription_changed', planChange }];
  if (apiKey !== null) events.push({ action: 'key_created', keyStart: apiKey.start });
  return {
    read: account,
    next: { subscription: next, ...(apiKey !== null && { apiKey }) },
    entries: events.map((event) => toAuditEntry(actor, account, event, changedAtMs)),
  };
}
