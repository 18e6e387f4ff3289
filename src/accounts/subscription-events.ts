import type { Account } from '../domain/account/account.ts';
import {
  type PlanChange,
  type Subscription,
  toActive,
  toCancelled,
} from '../domain/account/plan.ts';
import type { AccountStore, EventMark, EventOutcome } from '../store/port/accounts.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import type { KeyMaterial } from './issue-key.ts';
import { requireEmail, toNewAccount } from './new-account.ts';
import { type Notify, toKeyNotice } from './notice.ts';
import { conflict } from './refusal.ts';
import { toSubscriptionChange } from './subscription-change.ts';

/** Another change in between is met by reading again; so often at most. */
const MAX_ATTEMPTS = 10;

/** What the seller of subscriptions says has happened. */
export interface SubscriptionEvent extends PlanChange {
  /** The same for each time that the event is sent. */
  id: string;
  atMs: number;
  type: 'activated' | 'updated' | 'cancelled';
  email: string;
}

export interface SubscriptionEventDependencies extends KeyMaterial {
  accounts: AccountStore;
  notify: Notify;
  nowMs: () => number;
}

/**
 * Gives an event its effect, once: an id that was applied has none again (`repeated`), nor has an
 * event older than the last one applied to the account (`stale`). Throws Refusal, or Unavailable.
 */
export type ApplySubscriptionEvent = (
  event: SubscriptionEvent,
  actor: Actor,
) => Promise<Exclude<EventOutcome, 'changed'>>;

export function createSubscriptionEvents(
  dependencies: SubscriptionEventDependencies,
): ApplySubscriptionEvent {
  const { accounts, notify, nowMs } = dependencies;

  /** The account of this address, made if there is none. */
  async function open(email: string, actor: Actor): Promise<Account | null> {
    const known = await accounts.findByEmail(email);
    if (known !== null) return known;
    const account = toNewAccount(email, nowMs());
    const entry = toAuditEntry(actor, account, { action: 'account_created' }, nowMs());
    return (await accounts.insert(account, [entry])) ? account : accounts.findByEmail(email);
  }

  return async (event, actor) => {
    const email = requireEmail(event.email);
    // Asked before an account is made: the event's own may have been deleted since.
    if (await accounts.hasEvent(event.id)) return 'repeated';
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const account = await open(email, actor);
      if (account === null) continue;
      const receivedAtMs = nowMs();
      const mark: EventMark = { id: event.id, atMs: event.atMs, receivedAtMs };
      const next = toSubscription(event, account.subscription, receivedAtMs);
      const change = toSubscriptionChange(account, next, dependencies, actor);
      const outcome = await accounts.applyEvent(mark, change);
      if (outcome === 'changed') continue;
      if (outcome === 'applied' && change.keyIfNone !== null) {
        notify(toKeyNotice(account, 'key_created', change.keyIfNone, receivedAtMs));
      }
      return outcome;
    }
    throw conflict();
  };
}

/** A cancellation holds from now; an end in the future is an update with that end. */
function toSubscription(
  event: SubscriptionEvent,
  current: Subscription | null,
  nowMs: number,
): Subscription {
  return event.type === 'cancelled'
    ? toCancelled(current, event.plan, nowMs)
    : toActive(event, current, nowMs);
}
