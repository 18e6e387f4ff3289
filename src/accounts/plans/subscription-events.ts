import type { Account } from '../../domain/account/account.ts';
import {
  type PlanChange,
  type Subscription,
  toActive,
  toCancelled,
  toPlanAt,
} from '../../domain/account/plan.ts';
import { isInFuture } from '../../domain/time/clock-skew.ts';
import type { EventOutcome } from '../../store/accounts/accounts.ts';
import {
  isActivation,
  requireEmail,
  retry,
  type SubscriptionDependencies,
  toNewAccount,
  toSubscriptionChange,
} from '../account-changes.ts';
import { type Actor, toAuditEntry } from '../actor.ts';
import { toKeyNotification } from '../mail/notification.ts';
import { endPlanPause } from '../watching/webhooks.ts';

/** A change of a subscription, reported by the seller. */
export interface SubscriptionEvent extends PlanChange {
  /** The same each time that the event is sent. */
  id: string;
  atMs: number;
  type: 'activated' | 'updated' | 'cancelled';
  email: string;
}

/**
 * Applies an event once. An id that was applied before has no effect (`repeated`), nor has an event
 * older than the last one applied to the account or than the deletion of one with its address
 * (`stale`), nor one that gives no plan to an address without an account (`ignored`). Throws Refusal
 * or Unavailable.
 */
export type ApplySubscriptionEvent = (
  event: SubscriptionEvent,
  actor: Actor,
) => Promise<Exclude<EventOutcome, 'changed'> | 'ignored'>;

export function createSubscriptionEvents(
  dependencies: SubscriptionDependencies,
): ApplySubscriptionEvent {
  const { accounts, webhooks, notify, nowMs } = dependencies;

  /** Null if another call has created it first. */
  async function create(email: string, actor: Actor): Promise<Account | null> {
    const account = toNewAccount(email, nowMs());
    const entry = toAuditEntry(actor, account, { action: 'account_created' }, nowMs());
    return (await accounts.insert(account, [entry])) ? account : null;
  }

  /** Whether the last account of this address was deleted after the event. */
  async function isBeforeDeletion({ email, atMs }: SubscriptionEvent): Promise<boolean> {
    const deletedAtMs = await accounts.findDeletedAtMs(email);
    return deletedAtMs !== null && atMs < deletedAtMs && !isInFuture(deletedAtMs, nowMs());
  }

  return async (event, actor) => {
    const email = requireEmail(event.email);
    // Before an account is created: the account of an applied event may have been deleted since.
    if (await accounts.hasEvent(event.id)) return 'repeated';
    return retry(async () => {
      const receivedAtMs = nowMs();
      const known = await accounts.findByEmail(email);
      // Read after the account, so that no deletion between the two is missed.
      if (await isBeforeDeletion(event)) return 'stale';
      const givesPlan =
        toPlanAt(toSubscription(event, null, receivedAtMs), receivedAtMs) !== 'free';
      if (known === null && !givesPlan) return 'ignored';
      const account = known ?? (await create(email, actor));
      if (account === null) return null;
      const next = toSubscription(event, account.subscription, receivedAtMs);
      const change = toSubscriptionChange(account, next, dependencies, actor);
      const { id, atMs } = event;
      const outcome = await accounts.applyEvent({ id, atMs, receivedAtMs }, change);
      if (outcome === 'changed') return null;
      const { apiKey } = change.next;
      if (outcome === 'applied' && apiKey != null) {
        notify(toKeyNotification(account, 'key_created', apiKey, receivedAtMs));
      }
      if (outcome === 'applied' && isActivation(change)) {
        await endPlanPause(webhooks, account.id, nowMs());
      }
      return outcome;
    });
  };
}

/** A cancellation takes effect now; a future end is an update with that end. */
function toSubscription(
  event: SubscriptionEvent,
  current: Subscription | null,
  nowMs: number,
): Subscription {
  return event.type === 'cancelled'
    ? toCancelled(current, event.plan, nowMs)
    : toActive(event, current, nowMs);
}
