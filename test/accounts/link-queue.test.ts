import { expect, it, onTestFinished } from 'vitest';
import {
  createLinkQueue,
  MAX_LINKS_PER_SECOND,
  MAX_WAITING_LINKS,
} from '../../src/accounts/sign-in/link-queue.ts';
import { ATTEMPT_WINDOW_MS, MAX_COUNTED } from '../../src/accounts/sign-in/sign-in-attempts.ts';

const CLOSE_MS = 5_000;

function openQueue(handle: (request: number) => Promise<void> = async () => {}) {
  const handled: number[] = [];
  const faults: string[] = [];
  const queue = createLinkQueue<number>({
    async handle(request) {
      await handle(request);
      handled.push(request);
    },
    onFault: (error) => faults.push(String(error)),
  });
  onTestFinished(async () => void (await queue.close(0)));
  return { queue, handled, faults };
}

it('handles requests in their order, no more of them a second than its maximum', async () => {
  const { queue, handled } = openQueue();
  const startMs = performance.now();
  for (let request = 0; request < 10; request++) queue.put(request);
  await expect.poll(() => handled, { timeout: 10_000 }).toHaveLength(10);
  const seconds = (performance.now() - startMs) / 1_000;
  expect(handled.length / seconds).toBeLessThanOrEqual(MAX_LINKS_PER_SECOND);
  expect(handled).toEqual(handled.toSorted((one, other) => one - other));
});

it('is full with its maximum, until one is handled', async () => {
  const { queue } = openQueue();
  for (let request = 0; request < MAX_WAITING_LINKS; request++) {
    expect(queue.isFull).toBe(false);
    queue.put(request);
  }
  expect(queue.isFull).toBe(true);
  await expect.poll(() => queue.isFull, { timeout: 10_000 }).toBe(false);
});

it('tries a request again that failed, and the next one only then', async () => {
  let failures = 1;
  const { queue, handled, faults } = openQueue(async () => {
    if (failures-- > 0) throw new Error('the store is away');
  });
  queue.put(1);
  queue.put(2);
  await expect.poll(() => faults).toEqual(['Error: the store is away']);
  expect(handled).toEqual([]);
  await queue.close(CLOSE_MS);
  expect(handled).toEqual([1, 2]);
});

it('handles at its close what waits, without pauses, and takes no more', async () => {
  const { queue, handled, faults } = openQueue();
  for (let request = 0; request < MAX_WAITING_LINKS; request++) queue.put(request);
  expect(await queue.close(CLOSE_MS)).toBe(0);
  expect(handled).toHaveLength(MAX_WAITING_LINKS);
  expect([queue.isFull, faults]).toEqual([true, []]);
});

it('drops at its close what takes too long, and says how many', async () => {
  const { queue } = openQueue(() => new Promise(() => {}));
  for (let request = 0; request < 3; request++) queue.put(request);
  expect(await queue.close(10)).toBe(3);
});

it('drops at its close what fails, after one attempt, and says how many', async () => {
  const { queue, handled, faults } = openQueue(async (request) => {
    if (request !== 2) throw new Error('the store is away');
  });
  for (let request = 1; request <= 3; request++) queue.put(request);
  expect(await queue.close(CLOSE_MS)).toBe(2);
  expect(handled).toEqual([2]);
  expect(faults).toEqual(['Error: the store is away', 'Error: the store is away']);
});

it('lets in fewer requests in a window than there are places to count them', () => {
  const handled = MAX_LINKS_PER_SECOND * (ATTEMPT_WINDOW_MS / 1_000);
  expect(MAX_COUNTED).toBeGreaterThan(handled + MAX_WAITING_LINKS);
});
