import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  createPace,
  MAX_LOOP_DELAY_MS,
  PACE_INTERVAL_MS,
  type PaceOptions,
  watchLoopDelay,
} from '../../src/webhooks/delivery-pace.ts';

function openPace(change: Partial<PaceOptions> = {}) {
  const state = { elapsedMs: 0, delayMs: 0 };
  const countSlots = createPace({
    max: 20,
    readDelayMs: () => state.delayMs,
    elapsedMs: () => state.elapsedMs,
    ...change,
  });
  return {
    countSlots,
    /** The slots after an interval with this delay. */
    after(delayMs: number): number {
      state.elapsedMs += PACE_INTERVAL_MS;
      state.delayMs = delayMs;
      return countSlots();
    },
  };
}

it('halves the slots while the event loop is late, to one at least', () => {
  const { countSlots, after } = openPace();
  expect(countSlots()).toBe(20);
  const late = MAX_LOOP_DELAY_MS + 1;
  expect(Array.from({ length: 6 }, () => after(late))).toEqual([10, 5, 2, 1, 1, 1]);
  // Within an interval nothing changes.
  expect([countSlots(), countSlots()]).toEqual([1, 1]);
});

it('adds one after each interval in which it was not, up to all of them', () => {
  const { after } = openPace();
  after(100);
  expect([after(0), after(MAX_LOOP_DELAY_MS), after(100), after(0)]).toEqual([11, 12, 6, 7]);
  for (let interval = 0; interval < 30; interval++) after(0);
  expect(after(0)).toBe(20);
});

it('reads how late the event loop was, since the last time', async () => {
  const delay = watchLoopDelay();
  const waitMs = async (ms: number, busyMs: number) => {
    for (const endMs = performance.now() + ms; performance.now() < endMs; ) {
      for (const busyEndMs = performance.now() + busyMs; performance.now() < busyEndMs; );
      await setImmediate();
    }
  };
  await waitMs(100, 0);
  delay.readMs();
  await waitMs(400, 80);
  expect(delay.readMs()).toBeGreaterThan(30);
  delay.close();
});
