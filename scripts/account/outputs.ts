import { eachAccount } from '../../src/accounts/accounts.ts';
import type { IssuedLink } from '../../src/accounts/sign-in/sign-in.ts';
import { type Account, isRevealable } from '../../src/domain/account/account.ts';
import {
  type Subscription,
  toPlanAt,
  toStatusAt,
  toTierAt,
} from '../../src/domain/account/plan.ts';
import type { Services } from '../../src/server.ts';
import type { AuditEntry } from '../../src/store/port/audit.ts';
import type { Output } from '../command.ts';

export const COMMAND = 'npm run account --';
/** Far more accounts than the country has companies. */
const MAX_LISTED = 1_000_000;

/** An account and the state of its key, never the key itself. */
export function toAccountOutput(account: Account, nowMs: number): Output {
  const next = toNextStep(account, nowMs);
  const lines = [toAccountLine(account, nowMs), ...(next === null ? [] : [next])];
  return { json: toAccountJson(account, nowMs), text: lines.join('\n') };
}

/**
 * The output of a change of the role, which tells staff how to sign in. `hasProvider`: an OpenID
 * provider alone decides who is staff.
 */
export function toRoleOutput(account: Account, nowMs: number, hasProvider = false): Output {
  const output = toAccountOutput(account, nowMs);
  if (account.role !== 'staff') return output;
  const next = hasProvider
    ? 'open /graphql (the OpenID provider alone decides who is staff, whatever the role)'
    : `${COMMAND} sign-in ${account.email} (prints a link), then open /graphql`;
  return { ...output, text: [toAccountLine(account, nowMs), toNext(next)].join('\n') };
}

/** All accounts in the order of their e-mail addresses. */
export async function listAccounts({ store }: Services): Promise<Output> {
  const all: Account[] = [];
  for await (const account of eachAccount(store.accountReads)) {
    all.push(account);
    if (all.length === MAX_LISTED) break;
  }
  const nowMs = Date.now();
  const lines = all.map((account) => toAccountLine(account, nowMs));
  const none = ['there are no accounts', toNext(`${COMMAND} create EMAIL --plan PLAN`)];
  return {
    json: { accounts: all.map((account) => toAccountJson(account, nowMs)) },
    text: (lines.length > 0 ? lines : none).join('\n'),
  };
}

/** An account on one line. */
function toAccountLine({ email, subscription, apiKey, role }: Account, nowMs: number) {
  const toReveal = apiKey !== null && isRevealable(apiKey) ? ', not yet revealed' : '';
  const key = apiKey === null ? 'no key' : `key ${apiKey.start}… (id ${apiKey.id}${toReveal})`;
  const parts = [toPlanText(subscription, nowMs), key, ...(role === 'staff' ? ['staff'] : [])];
  return `${email}: ${parts.join(', ')}`;
}

function toPlanText(subscription: Subscription | null, nowMs: number): string {
  if (subscription === null) return 'free';
  const { plan, endsAtMs } = subscription;
  const status = toStatusAt(subscription, nowMs);
  const end = toTime(endsAtMs);
  if (status === 'active') return `${plan} active${end === null ? '' : ` until ${end}`}`;
  const counts = plan === 'free' ? '' : ' and counts as free';
  return `${plan} ${status}${end === null ? '' : ` at ${end}`}${counts}`;
}

function toAccountJson(account: Account, nowMs: number): Output['json'] {
  const { subscription, apiKey } = account;
  return {
    id: account.id,
    email: account.email,
    createdAt: toTime(account.createdAtMs),
    role: account.role,
    plan: toPlanAt(subscription, nowMs),
    tier: toTierAt(subscription, nowMs),
    subscription: subscription && {
      plan: subscription.plan,
      status: toStatusAt(subscription, nowMs),
      endsAt: toTime(subscription.endsAtMs),
    },
    apiKey: apiKey && {
      id: apiKey.id,
      start: apiKey.start,
      createdAt: toTime(apiKey.createdAtMs),
      lastUsedAt: toTime(apiKey.lastUsedAtMs),
      revealable: isRevealable(apiKey),
    },
    lastKeyId: account.lastKeyId,
  };
}

export function toLinkOutput(email: string, { url, endsAtMs }: IssuedLink): Output {
  const endsAt = toTime(endsAtMs);
  return {
    json: { email, url, endsAt },
    text: `${url}\n(signs ${email} in, once and until ${endsAt}; give it to nobody else)`,
  };
}

export function toAuditOutput(email: string, entries: readonly AuditEntry[]): Output {
  const outputs = entries.map(({ atMs, action, actor, keyStart, detail, address }) => ({
    at: toTime(atMs),
    action,
    actor,
    keyStart,
    detail,
    address,
  }));
  const lines = outputs.map(({ at, action, actor, keyStart, detail, address }) =>
    [
      `${at} ${action} by ${actor}`,
      ...(keyStart === null ? [] : [`key ${keyStart}…`]),
      ...(detail === null ? [] : [detail]),
      ...(address === null ? [] : [`from ${address}`]),
    ].join(', '),
  );
  return { json: { email, entries: outputs }, text: lines.join('\n') };
}

/** The last line of an output. */
export function toNext(step: string): string {
  return `Next: ${step}`;
}

/** The likely next step with an account in this state; null if there is none. */
function toNextStep(account: Account, nowMs: number): string | null {
  const { email, subscription, apiKey, role } = account;
  if (toTierAt(subscription, nowMs) !== null) {
    if (apiKey === null) return toNext(`${COMMAND} key ${email} create (makes a key, shown once)`);
    return isRevealable(apiKey)
      ? toNext(`${COMMAND} key ${email} reveal (shows the key, once)`)
      : null;
  }
  if (role === 'staff') return null;
  const status = subscription === null ? null : toStatusAt(subscription, nowMs);
  if (status === 'expired') {
    return toNext(
      `${COMMAND} plan ${email} ${subscription?.plan} --until DAY (a day to come, or never)`,
    );
  }
  return status === 'cancelled'
    ? toNext(`${COMMAND} plan ${email} PLAN (gives it a plan again)`)
    : toNext(`${COMMAND} plan ${email} business (or agency: gives it API access and a key)`);
}

function toTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
