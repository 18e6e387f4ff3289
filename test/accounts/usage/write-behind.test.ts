import { expect, it, onTestFinished, vi } from 'vitest';
import { startWriteBehind } from '../../../src/accounts/usage/write-behind.ts';

/** Numbers that wait to be written, and when which of them were. */
function open(count: number) {
  const waiting = new Set(Array.from({ length: count }, (_, number) => number));
  const writes: { size: number; atMs: number }[] = [];
  const state = { isFailing: false };
  const flushing = startWriteBehind({
    listWaiting: () => [...waiting],
    async write(numbers) {
      if (state.isFailing) throw new Error('disk full');
      writes.push({ size: numbers.length, atMs: performance.now() });
      for (const number of numbers) waiting.delete(number);
    },
    onFault: () => {},
  });
  onTestFinished(() => flushing.close());
  return { waiting, writes, state, flushing };
}

it('writes in batches of bounded size, with room for requests between them', async () => {
  const { writes, flushing } = open(250);
  await flushing.flush();
  expect(writes.map(({ size }) => size)).toEqual([100, 100, 50]);
  const gapsMs = writes.slice(1).map(({ atMs }, place) => atMs - (writes[place]?.atMs ?? 0));
  // Timers of Node may be a millisecond early.
  expect(Math.min(...gapsMs)).toBeGreaterThan(18);
});

it('leaves to the next flush what comes during one', async () => {
  const { waiting, writes, flushing } = open(150);
  const flushed = flushing.flush();
  await new Promise((resume) => setImmediate(resume));
  waiting.add(1_000);
  await flushed;
  expect([...waiting]).toEqual([1_000]);
  await flushing.flush();
  expect(writes.map(({ size }) => size)).toEqual([100, 50, 1]);
});

it('writes each entry once when two flushes run at the same time', async () => {
  const { writes, flushing } = open(150);
  await Promise.all([flushing.flush(), flushing.flush()]);
  expect(writes.map(({ size }) => size)).toEqual([100, 50]);
});

it('keeps what it could not write, and writes it the next time', async () => {
  const { waiting, state, flushing } = open(150);
  state.isFailing = true;
  await expect(flushing.flush()).rejects.toThrow('disk full');
  expect(waiting.size).toBe(150);
  state.isFailing = false;
  await flushing.flush();
  expect(waiting.size).toBe(0);
});

it('lets no flushes gather behind one that the store holds up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let flushes = 0;
  const flushing = startWriteBehind({
    listWaiting: () => [++flushes],
    write: () => held,
    onFault: () => {},
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(flushes).toBe(1);
  release();
  await flushing.close();
  expect(flushes).toBe(2);
});

it('writes all at the close without its pauses, also those of a flush under way', async () => {
  const { waiting, writes, flushing } = open(20_000);
  void flushing.flush();
  await new Promise((resume) => setImmediate(resume));
  const beginMs = performance.now();
  await flushing.close();
  expect(waiting.size).toBe(0);
  expect(writes).toHaveLength(200);
  // With them it would be four seconds.
  expect(performance.now() - beginMs).toBeLessThan(3_500);
});
