import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withTimeLimit } from '../../src/domain/time-limit.ts';

const toError = () => new Error('it took too long');

/** Work that ends when it is aborted. */
const waitForAbort = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

it('gives the result or the error of work that ends in time', async () => {
  expect(await withTimeLimit(60_000, async () => 'done', toError)).toBe('done');
  const failing = withTimeLimit(60_000, () => Promise.reject(new Error('failed')), toError);
  await expect(failing).rejects.toThrow('failed');
});

it('aborts work that takes longer, with the error', async () => {
  await expect(withTimeLimit(20, waitForAbort, toError)).rejects.toThrow('it took too long');
});

it('keeps nothing of work that has ended', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const kept = await withTimeLimit(
    60_000,
    async (signal) => {
      const result = { companies: [] };
      signal.addEventListener('abort', () => result);
      return new WeakRef(result);
    },
    toError,
  );
  await setImmediate();
  collect();
  expect(kept.deref()).toBeUndefined();
});
