import type { IssuedLink } from '../../src/accounts/sign-in.ts';
import { type Account, isRevealable } from '../../src/domain/account.ts';
import { toPlanAt, toTierAt } from '../../src/domain/plan.ts';
import type { AuditEntry } from '../../src/store/audit-log.ts';
import type { Output } from '../command.ts';

/** An account and what is known of its key; never the key. */
export function toAccountOutput(account: Account): Output {
  const { email, subscription, apiKey } = account;
  const nowMs = Date.now();
  const endsAt = toTime(subscription?.endsAtMs ?? null);
  const tier = toTierAt(subscription, nowMs);
  const key = apiKey && {
    id: apiKey.id,
    start: apiKey.start,
    createdAt: toTime(apiKey.createdAtMs),
    lastUsedAt: toTime(apiKey.lastUsedAtMs),
    revealable: isRevealable(apiKey),
  };
  const keyText = key
    ? `key ${key.start}… (id ${key.id}${key.revealable ? ', not yet revealed' : ''})`
    : 'no key';
  const isCancelled = subscription?.status === 'cancelled';
  const end = endsAt === null ? '' : ` ${isCancelled ? 'since' : 'until'} ${endsAt}`;
  return {
    json: {
      id: account.id,
      email,
      createdAt: toTime(account.createdAtMs),
      role: account.role,
      plan: toPlanAt(subscription, nowMs),
      tier,
      subscription: subscription && {
        plan: subscription.plan,
        status: subscription.status,
        endsAt,
      },
      apiKey: key,
      lastKeyId: account.lastKeyId,
    },
    text: `${email}: ${subscription?.plan ?? 'free'} ${subscription?.status ?? ''}${end}, ${keyText}${account.role === 'staff' ? ', staff' : ''}`,
  };
}

export function toLinkOutput(email: string, { url, endsAtMs }: IssuedLink): Output {
  const endsAt = toTime(endsAtMs);
  return {
    json: { email, url, endsAt },
    text: `${url}\n(signs ${email} in, once and until ${endsAt}; hand it to nobody else)`,
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

function toTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
