import { expect, it } from 'vitest';
import {
  HIGHEST_LIMIT,
  type Subscription,
  TIER_LIMITS,
  toActive,
  toCancelled,
  toPlanAt,
  toStatusAt,
  toTierAt,
} from '../../../src/domain/account/plan.ts';

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

it.each<[string, Subscription, string, number | null]>([
  ['without an end', business, 'active', null],
  ['before its end', { ...business, endsAtMs: NOW_MS + 1 }, 'active', NOW_MS + 1],
  ['at its end', { ...business, endsAtMs: NOW_MS }, 'expired', null],
  ['cancelled', { ...business, status: 'cancelled', endsAtMs: NOW_MS }, 'cancelled', null],
])(
  'gives the status and end of a subscription %s',
  (_name, subscription, status, expectedEndMs) => {
    expect(toStatusAt(subscription, NOW_MS)).toBe(status);
    expect(toActive({ plan: 'agency' }, subscription, NOW_MS)).toEqual({
      plan: 'agency',
      status: 'active',
      endsAtMs: expectedEndMs,
      changedAtMs: NOW_MS,
    });
  },
);

it.each<[string, Subscription | null, Partial<Subscription>]>([
  ['no subscription', null, { plan: 'starter', endsAtMs: NOW_MS }],
  ['a plan without an end', business, { plan: 'business', endsAtMs: NOW_MS }],
  ['a plan with a later end', { ...business, endsAtMs: NOW_MS + 5 }, { endsAtMs: NOW_MS }],
  ['one that ended before', { ...business, endsAtMs: 7 }, { plan: 'business', endsAtMs: 7 }],
  [
    'one that was cancelled before',
    { ...business, status: 'cancelled', endsAtMs: 7 },
    { plan: 'business', endsAtMs: 7 },
  ],
])('cancels %s', (_name, subscription, expected) => {
  expect(toCancelled(subscription, 'starter', NOW_MS)).toEqual({
    plan: 'business',
    status: 'cancelled',
    endsAtMs: NOW_MS,
    changedAtMs: NOW_MS,
    ...expected,
  });
});

it('has the limits of the contract', () => {
  expect(TIER_LIMITS).toEqual({ medium: 60, high: 300 });
  expect(HIGHEST_LIMIT).toBe(300);
});
