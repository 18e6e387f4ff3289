import { type Plan, type Subscription, toPlanAt } from './plan.ts';

/** A plan and when it ends, in milliseconds since the epoch; null: it has no end. */
export interface PlanTerm {
  plan: Plan;
  endsAtMs: number | null;
}

/** The plan of an account before and after a change of its subscription. */
export interface PlanTransition {
  from: PlanTerm;
  to: PlanTerm;
}

/** A plan that has ended or was cancelled counts as free, which has no end. */
export function toTransition(
  before: Subscription | null,
  after: Subscription,
  atMs: number,
): PlanTransition {
  return { from: toTerm(before, atMs), to: toTerm(after, atMs) };
}

/** For the audit log: `from free to business until 2027-01-31T22:00:00.000Z`. */
export function toTransitionText({ from, to }: PlanTransition): string {
  return `from ${toTermText(from)} to ${toTermText(to)}`;
}

function toTerm(subscription: Subscription | null, atMs: number): PlanTerm {
  const plan = toPlanAt(subscription, atMs);
  return { plan, endsAtMs: plan === subscription?.plan ? subscription.endsAtMs : null };
}

function toTermText({ plan, endsAtMs }: PlanTerm): string {
  return endsAtMs === null ? plan : `${plan} until ${new Date(endsAtMs).toISOString()}`;
}
