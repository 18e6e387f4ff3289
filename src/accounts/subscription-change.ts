import type { Account } from '../domain/account/account.ts';
import { type Subscription, toTierAt } from '../domain/account/plan.ts';
import type { SubscriptionChange } from '../store/port/accounts.ts';
import { type Actor, type AuditEvent, toAuditEntry } from './actor.ts';
import { issueEncryptedKey, type KeyMaterial } from './issue-key.ts';

/**
 * What the store is asked to write when an account's subscription becomes another. A key is made
 * by itself on the move from no API plan to one, when there is none.
 */
export function toSubscriptionChange(
  account: Account,
  next: Subscription,
  material: KeyMaterial,
  actor: Actor,
): SubscriptionChange {
  const { changedAtMs } = next;
  const tier = toTierAt(next, changedAtMs);
  const activates = tier !== null && toTierAt(account.subscription, changedAtMs) === null;
  const keyIfNone =
    activates && account.apiKey === null
      ? issueEncryptedKey(account.id, tier, material, changedAtMs)
      : null;
  const deeds: AuditEvent[] = [{ action: 'subscription_changed', detail: describe(next) }];
  if (keyIfNone !== null) deeds.push({ action: 'key_created', keyStart: keyIfNone.start });
  return {
    accountId: account.id,
    expected: account.subscription,
    next,
    keyIfNone,
    entries: deeds.map((deed) => toAuditEntry(actor, account, deed, changedAtMs)),
  };
}

function describe({ plan, status, endsAtMs }: Subscription): string {
  if (status === 'cancelled') return `${plan} cancelled`;
  return endsAtMs === null ? plan : `${plan} until ${new Date(endsAtMs).toISOString()}`;
}
