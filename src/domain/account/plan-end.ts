import { API_PLANS, type Plan, type Subscription, toStatusAt } from './plan.ts';

const DAY_MS = 86_400_000;
/** When holders are told by mail that their plan ends; 0: when it has ended. Soonest first. */
const NOTICE_DAYS = [0, 3, 14] as const;
/** Days before the end; 0: it has ended. */
type NoticeDays = (typeof NOTICE_DAYS)[number];
/** From this long before the end the account page says so too. */
export const PLAN_END_NOTICE_MS = Math.max(...NOTICE_DAYS) * DAY_MS;
/** An end that is longer ago is not reported any more, as after a long stop of the service. */
export const LATE_NOTICE_MS = 3 * DAY_MS;

/** The end of a plan with API access that holders are told about. */
export interface PlanEnd {
  plan: Plan;
  /** The first instant at which the plan no longer holds; null: cancelled without a known end. */
  endsAtMs: number | null;
  isOver: boolean;
}

/** Null while the end is far or unknown, and for a plan without API access. */
export function toPlanEnd(subscription: Subscription | null, nowMs: number): PlanEnd | null {
  if (subscription === null || !API_PLANS.some(({ plan }) => plan === subscription.plan)) {
    return null;
  }
  const { plan, endsAtMs } = subscription;
  const isOver = toStatusAt(subscription, nowMs) !== 'active';
  const isNear = endsAtMs !== null && endsAtMs - nowMs <= PLAN_END_NOTICE_MS;
  return isOver || isNear ? { plan, endsAtMs, isOver } : null;
}

/** The notice that an end calls for at an instant; null: none, or too late for any. */
export function toDueNotice(endsAtMs: number, nowMs: number): NoticeDays | null {
  const leftMs = endsAtMs - nowMs;
  if (leftMs <= -LATE_NOTICE_MS) return null;
  return NOTICE_DAYS.find((days) => leftMs <= days * DAY_MS) ?? null;
}
