import { expect, it } from 'vitest';
import { memoize } from '../../src/domain/memoize.ts';

it('derives once, and keeps no more answers than it may', () => {
  const asked: string[] = [];
  const measure = memoize(2, (text) => asked.push(text) && text.length);
  expect([measure('a'), measure('bb'), measure('a'), measure('bb')]).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(['a', 'bb']);
  expect([measure('ccc'), measure('a')]).toEqual([3, 1]);
  expect(asked).toEqual(['a', 'bb', 'ccc', 'a']);
});

it('does not keep long texts', () => {
  let derived = 0;
  const count = memoize(2, () => ++derived);
  count('x'.repeat(101));
  expect(count('x'.repeat(101))).toBe(2);
});
