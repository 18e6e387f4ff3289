import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createPageTurns,
  MAX_OPEN_PAGES,
  MAX_PAGE_WAIT_MS,
  MAX_SAVED_MS,
  MAX_WAITING_PAGES,
  PAGE_SHARE,
} from '../../src/web/page-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A thread that is busy only while `work` lasts; timers and clock are the same. */
function openTurns() {
  let busyMs = 0;
  const turns = createPageTurns({ elapsedMs: () => performance.now(), busyMs: () => busyMs });
  const work = (ms: number) => {
    busyMs += ms;
    vi.advanceTimersByTime(ms);
  };
  return { turns, work };
}

/** People who come at once, for pages that keep the thread busy for so long. */
async function openAtOnce(count: number, pageMs: number) {
  const { turns, work } = openTurns();
  const startMs = performance.now();
  let opened = 0;
  const done = Array.from({ length: count }, async () => {
    if (!(await turns.begin())) return;
    work(pageMs);
    opened++;
    turns.end();
  });
  await vi.advanceTimersByTimeAsync(2 * MAX_PAGE_WAIT_MS);
  await Promise.all(done);
  return { opened, forMs: performance.now() - startMs };
}

it.each([
  [26, 1],
  [26, 8],
  [100, 2],
])('opens the pages of %i people at once that take %f ms each', async (count, pageMs) => {
  expect((await openAtOnce(count, pageMs)).opened).toBe(count);
});

it.each([1, 5, 20, 100])('takes no more than its share for pages of %f ms', async (pageMs) => {
  const { turns, work } = openTurns();
  const forMs = 20_000;
  const startMs = performance.now();
  let usedMs = 0;
  let isOver = false;
  const visitors = Array.from({ length: 50 }, async () => {
    while (!isOver) {
      if (!(await turns.begin())) continue;
      work(pageMs);
      usedMs += pageMs;
      turns.end();
    }
  });
  await vi.advanceTimersByTimeAsync(forMs);
  isOver = true;
  await vi.advanceTimersByTimeAsync(2 * MAX_PAGE_WAIT_MS);
  await Promise.all(visitors);
  const lastedMs = performance.now() - startMs;
  const maxMs = MAX_SAVED_MS + PAGE_SHARE * lastedMs + MAX_OPEN_PAGES * pageMs;
  expect(usedMs).toBeLessThanOrEqual(maxMs);
  expect(usedMs).toBeGreaterThan(0.5 * PAGE_SHARE * forMs);
});

it('counts no time in which pages wait for the store', async () => {
  const { turns } = openTurns();
  for (let page = 0; page < 100; page++) {
    expect(await turns.begin()).toBe(true);
    vi.advanceTimersByTime(500);
    turns.end();
  }
});

it('counts no time in which a page has ended its turn to wait for something else', async () => {
  const { turns, work } = openTurns();
  expect(await turns.begin()).toBe(true);
  turns.end();
  work(5_000);
  turns.resume();
  turns.end();
  expect(await turns.begin()).toBe(true);
});

it('refuses a page after a second, and lets others in again later', async () => {
  const { turns, work } = openTurns();
  await turns.begin();
  work(1_000);
  turns.end();
  const refused = turns.begin();
  await vi.advanceTimersByTimeAsync(MAX_PAGE_WAIT_MS);
  expect(await refused).toBe(false);
  const later = turns.begin();
  await vi.advanceTimersByTimeAsync(MAX_PAGE_WAIT_MS);
  expect(await later).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000 / PAGE_SHARE);
  expect(await turns.begin()).toBe(true);
});

it('opens some at once, in the order in which they came, and lets some wait', async () => {
  const { turns } = openTurns();
  const order: number[] = [];
  const all = Array.from({ length: MAX_OPEN_PAGES + MAX_WAITING_PAGES }, async (_, place) => {
    if (await turns.begin()) order.push(place);
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toHaveLength(MAX_OPEN_PAGES);
  expect(turns.hasRoom()).toBe(false);
  for (let page = 0; page < MAX_WAITING_PAGES; page++) turns.end();
  await Promise.all(all);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(turns.hasRoom()).toBe(true);
});
