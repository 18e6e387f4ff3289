import { toWordList } from '../word-list.ts';
import type { Language } from './language.ts';

/** The plans that an account can subscribe to, least first. */
export const PLANS = ['free', 'starter', 'business', 'agency'] as const;
export type Plan = (typeof PLANS)[number];

/** The names of the plans, the same in every language. */
export const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: 'Free',
  starter: 'Starter',
  business: 'Business',
  agency: 'Agency',
};

export const TIERS = ['medium', 'high'] as const;
export type Tier = (typeof TIERS)[number];

/** The window over which a key's requests are counted. The account page calls it a minute. */
export const LIMIT_WINDOW_MS = 60_000;
export const LIMIT_WINDOW_SECONDS = LIMIT_WINDOW_MS / 1_000;

/** Requests per key in any window of LIMIT_WINDOW_MS. */
export const TIER_LIMITS: Readonly<Record<Tier, number>> = { medium: 60, high: 300 };

/** The most companies that an account watches. */
export const WATCH_LIST_SIZES: Readonly<Record<Tier, number>> = { medium: 1_000, high: 10_000 };

/** The tier of the public test key (`TEST_API_KEY`), whose requests are counted by network. */
export const TEST_KEY_TIER: Tier = 'medium';

/** The highest limit of any plan: this many admissions are stored for every key. */
export const HIGHEST_LIMIT = Math.max(...Object.values(TIER_LIMITS));

const PLAN_TIERS: Readonly<Record<Plan, Tier | null>> = {
  free: null,
  starter: null,
  business: 'medium',
  agency: 'high',
};

/** A plan with API access and what it gives, as documents and pages describe it. */
interface ApiPlan {
  plan: Plan;
  name: string;
  tier: Tier;
  limit: number;
  watchListSize: number;
}

/** The plans with API access, least first. */
export const API_PLANS: readonly ApiPlan[] = PLANS.flatMap((plan) => {
  const tier = PLAN_TIERS[plan];
  if (tier === null) return [];
  const limits = { limit: TIER_LIMITS[tier], watchListSize: WATCH_LIST_SIZES[tier] };
  return [{ plan, name: PLAN_NAMES[plan], tier, ...limits }];
});

/** The prices of the plans as texts to show, in each language; a plan may have none. */
export type PlanPrices = Partial<Record<Plan, Readonly<Record<Language, string>>>>;

/** The names of the plans with API access, as a list in a sentence: `Business or Agency`. */
export const API_PLAN_CHOICE = toWordList(
  API_PLANS.map(({ name }) => name),
  'or',
);

/** An account's plan for a span of time. Times are milliseconds since the epoch. */
export interface Subscription {
  plan: Plan;
  /** As last set: one that is past its end is still stored as `active`; see `toStatusAt`. */
  status: 'active' | 'cancelled';
  /** The first instant at which the plan no longer holds; null: it has no end. */
  endsAtMs: number | null;
  /** When the subscription last changed. */
  changedAtMs: number;
}

export interface PlanChange {
  plan: Plan;
  /**
   * The first instant at which the plan no longer holds; null: no end. If left out, the end of the
   * active plan stays; without an active plan there is no end.
   */
  endsAtMs?: number | null | undefined;
}

export type SubscriptionStatus = 'active' | 'cancelled' | 'expired';

/** The status at an instant. Nothing is written when a plan reaches its end. */
export function toStatusAt({ status, endsAtMs }: Subscription, nowMs: number): SubscriptionStatus {
  const isPast = endsAtMs !== null && nowMs >= endsAtMs;
  return status === 'active' && isPast ? 'expired' : status;
}

/** The plan at an instant; a cancelled or expired subscription counts as `free`. */
export function toPlanAt(subscription: Subscription | null, nowMs: number): Plan {
  if (subscription === null || toStatusAt(subscription, nowMs) !== 'active') return 'free';
  return subscription.plan;
}

/**
 * The subscription after a cancellation: the current plan ends now, and a plan that has ended keeps
 * its end. `planIfNone` is recorded for an account that never had a subscription.
 */
export function toCancelled(
  subscription: Subscription | null,
  planIfNone: Plan,
  nowMs: number,
): Subscription {
  return {
    plan: subscription?.plan ?? planIfNone,
    status: 'cancelled',
    endsAtMs: Math.min(subscription?.endsAtMs ?? nowMs, nowMs),
    changedAtMs: nowMs,
  };
}

/**
 * The subscription of an account that gets a plan now. Without a given end it keeps the end of the
 * active plan; without an active plan it has no end.
 */
export function toActive(
  { plan, endsAtMs }: PlanChange,
  current: Subscription | null,
  nowMs: number,
): Subscription {
  const end = endsAtMs === undefined ? toKeptEndMs(current, nowMs) : endsAtMs;
  return { plan, status: 'active', endsAtMs: end, changedAtMs: nowMs };
}

function toKeptEndMs(subscription: Subscription | null, nowMs: number): number | null {
  if (subscription === null || toStatusAt(subscription, nowMs) !== 'active') return null;
  return subscription.endsAtMs;
}

/** The tier of API access at an instant; null when there is none. */
export function toTierAt(subscription: Subscription | null, nowMs: number): Tier | null {
  return PLAN_TIERS[toPlanAt(subscription, nowMs)];
}
