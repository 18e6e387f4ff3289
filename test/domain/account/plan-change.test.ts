import { expect, it } from 'vitest';
import type { Subscription } from '../../../src/domain/account/plan.ts';
import { toTransition, toTransitionText } from '../../../src/domain/account/plan-change.ts';

const NOW_MS = Date.parse('2026-11-21T10:00:00Z');
const END_MS = Date.parse('2027-01-31T22:00:00Z');
const BUSINESS: Subscription = {
  plan: 'business',
  status: 'active',
  endsAtMs: null,
  changedAtMs: NOW_MS,
};
const ENDING: Subscription = { ...BUSINESS, endsAtMs: END_MS };
const FREE = { plan: 'free', endsAtMs: null };

it.each<[string, Subscription | null, Subscription, object]>([
  [
    'from free to business',
    null,
    BUSINESS,
    { from: FREE, to: { plan: 'business', endsAtMs: null } },
  ],
  [
    'from business to agency until 2027-01-31T22:00:00.000Z',
    BUSINESS,
    { ...ENDING, plan: 'agency' },
    { from: { plan: 'business', endsAtMs: null }, to: { plan: 'agency', endsAtMs: END_MS } },
  ],
  [
    'from business until 2027-01-31T22:00:00.000Z to business',
    ENDING,
    BUSINESS,
    { from: { plan: 'business', endsAtMs: END_MS }, to: { plan: 'business', endsAtMs: null } },
  ],
  [
    'from business to free',
    BUSINESS,
    { ...BUSINESS, status: 'cancelled', endsAtMs: NOW_MS },
    { from: { plan: 'business', endsAtMs: null }, to: FREE },
  ],
  [
    'from free to starter',
    { ...BUSINESS, endsAtMs: NOW_MS - 1 },
    { ...BUSINESS, plan: 'starter' },
    { from: FREE, to: { plan: 'starter', endsAtMs: null } },
  ],
])('%s', (text, before, after, transition) => {
  expect(toTransition(before, after, NOW_MS)).toEqual(transition);
  expect(toTransitionText(toTransition(before, after, NOW_MS))).toBe(text);
});
