import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { OPERATIONS } from '../../src/rest/operations.ts';

it('of every operation is within the limit of every plan, which the limiter requires', () => {
  const lowest = Math.min(...Object.values(TIER_LIMITS));
  const tooHigh = Object.entries(OPERATIONS).filter(
    ([, { cost }]) => (typeof cost === 'number' ? cost : cost.upTo) > lowest,
  );
  expect(tooHigh).toEqual([]);
});
