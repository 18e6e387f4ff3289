import { expect, it } from 'vitest';
import { createReadWithinLimits } from '../../src/rest/limited-reads.ts';
import type { OpenSearchReads } from '../../src/store/port/search-reads.ts';

const CHANGES = { start: null, first: 1, keptFromMs: 0 };

/** Reads that end when they are aborted. */
const openEndless: OpenSearchReads = (signal) => {
  const wait = () =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { searchNames: wait, listMatching: wait, readChanges: wait };
};

it('names what took too long, and what it refused meanwhile', async () => {
  const readWithinLimits = createReadWithinLimits({ openSearchReads: openEndless, timeoutMs: 50 });
  const list = () => readWithinLimits('a list of changes', (reads) => reads.readChanges(CHANGES));
  const waiting = Promise.allSettled(Array.from({ length: 40 }, list));
  await expect(list()).rejects.toThrow('a list of changes was refused: 40 such reads run or wait');
  for (const one of await waiting) {
    expect(one).toMatchObject({ reason: { message: 'a list of changes took over 50 ms' } });
  }
});
