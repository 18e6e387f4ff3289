import { expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { callWithin, isTimeout } from '../../src/store/mongo/calls.ts';

it('a call without an answer within its time is Unavailable, and known as a time-out', async () => {
  const endless = callWithin(20, () => new Promise<never>(() => {}));
  const error = await endless.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Unavailable);
  expect(error).toMatchObject({ message: 'the MongoDB store: no answer within 20 ms' });
  expect(isTimeout((error as Unavailable).cause)).toBe(true);
});
