import { expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { createPeek } from '../../src/limit/limiter.ts';

it.each([
  ['a number', () => 7, 7],
  ['the promise of a number', async () => 7, 7],
  ['nothing that it knows', async () => null, null],
  ['no answer in time', () => new Promise<number>(() => {}), null],
  ['a fault', () => Promise.reject(new Unavailable('closed')), null],
])('a limiter gives %s', async (_what, peek, expected) => {
  expect(await createPeek({ peek }, 20)('key')).toBe(expected);
});

it('hides no fault of the program', async () => {
  const peek = () => Promise.reject(new TypeError('of the program'));
  await expect(createPeek({ peek })('key')).rejects.toThrow(TypeError);
});
