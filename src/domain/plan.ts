/** What an account can subscribe to, least first. */
export const PLANS = ['free', 'starter', 'business', 'agency'] as const;
export type Plan = (typeof PLANS)[number];

export type Tier = 'medium' | 'high';

/** The window over which a key's requests are counted. */
export const LIMIT_WINDOW_MS = 60_000;

/** Requests per key in any window of LIMIT_WINDOW_MS. */
export const TIER_LIMITS: Readonly<Record<Tier, number>> = { medium: 60, high: 300 };

/** The highest limit of any plan: so many admissions of a key are remembered whatever its plan. */
export const HIGHEST_LIMIT = Math.max(...Object.values(TIER_LIMITS));

const PLAN_TIERS: Readonly<Record<Plan, Tier | null>> = {
  free: null,
  starter: null,
  business: 'medium',
  agency: 'high',
};

/** An account's plan for a span of time. Times are milliseconds since the epoch. */
export interface Subscription {
  plan: Plan;
  status: 'active' | 'cancelled';
  /** The first instant at which the plan no longer holds; null: it has no end. */
  endsAtMs: number | null;
  /** When the subscription last changed. */
  changedAtMs: number;
}

/** The plan that counts at an instant: a cancelled or ended subscription counts as `free`. */
export function toPlanAt(subscription: Subscription | null, nowMs: number): Plan {
  if (subscription === null || subscription.status !== 'active') return 'free';
  if (subscription.endsAtMs !== null && nowMs >= subscription.endsAtMs) return 'free';
  return subscription.plan;
}

/** The tier of API access at an instant; null when there is none. */
export function toTierAt(subscription: Subscription | null, nowMs: number): Tier | null {
  return PLAN_TIERS[toPlanAt(subscription, nowMs)];
}
