import { PLANS, type Plan, type Subscription, toPlanAt } from './plan.ts';

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

const TERM = '([a-z]+)(?: until (\\S+?))?';
const TRANSITION = new RegExp(`^from ${TERM} to ${TERM}(?:;|$)`);

/** The change as one line of the audit log: `from free to business until 2027-01-31T22:00:00.000Z`. */
export function toTransitionText(
  before: Subscription | null,
  after: Subscription,
  atMs: number,
): string {
  return `from ${toTermText(before, atMs)} to ${toTermText(after, atMs)}`;
}

/** Reads such a line, also where a reason follows; null for any other line. */
export function readTransition(text: string): PlanTransition | null {
  const [, fromPlan, fromEnd, toPlan, toEnd] = TRANSITION.exec(text) ?? [];
  const from = readTerm(fromPlan, fromEnd);
  const to = readTerm(toPlan, toEnd);
  return from === null || to === null ? null : { from, to };
}

/** A plan that has ended or was cancelled counts as free, which has no end. */
function toTermText(subscription: Subscription | null, atMs: number): string {
  const plan = toPlanAt(subscription, atMs);
  const endsAtMs = plan === subscription?.plan ? subscription.endsAtMs : null;
  return endsAtMs === null ? plan : `${plan} until ${new Date(endsAtMs).toISOString()}`;
}

function readTerm(name: string | undefined, end: string | undefined): PlanTerm | null {
  const plan = PLANS.find((one) => one === name);
  const endsAtMs = end === undefined ? null : Date.parse(end);
  return plan === undefined || Number.isNaN(endsAtMs) ? null : { plan, endsAtMs };
}
