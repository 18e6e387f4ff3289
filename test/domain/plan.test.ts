import { expect, it } from 'vitest';
import {
  HIGHEST_LIMIT,
  type Subscription,
  TIER_LIMITS,
  toPlanAt,
  toTierAt,
} from '../../src/domain/plan.ts';

const NOW_MS = 1_000_000;
const business: Subscription = {
  plan: 'business',
  status: 'active',
  endsAtMs: null,
  changedAtMs: 0,
};

it.each<[string, Subscription | null, string, string | null]>([
  ['no subscription', null, 'free', null],
  ['free', { ...business, plan: 'free' }, 'free', null],
  ['starter', { ...business, plan: 'starter' }, 'starter', null],
  ['business', business, 'business', 'medium'],
  ['agency', { ...business, plan: 'agency' }, 'agency', 'high'],
  ['cancelled', { ...business, status: 'cancelled' }, 'free', null],
  ['in its last millisecond', { ...business, endsAtMs: NOW_MS + 1 }, 'business', 'medium'],
  ['just ended', { ...business, endsAtMs: NOW_MS }, 'free', null],
])('%s', (_name, subscription, plan, tier) => {
  expect(toPlanAt(subscription, NOW_MS)).toBe(plan);
  expect(toTierAt(subscription, NOW_MS)).toBe(tier);
});

it('has the limits of the contract', () => {
  expect(TIER_LIMITS).toEqual({ medium: 60, high: 300 });
  expect(HIGHEST_LIMIT).toBe(300);
});
