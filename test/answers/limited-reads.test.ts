import { expect, it } from 'vitest';
import { createReadWithinLimits } from '../../src/answers/limited-reads.ts';
import type { OpenApiReads } from '../../src/store/port/query-reads.ts';
import { makeApiReads } from '../support/api-reads.ts';
import { createClock } from '../support/clock.ts';

const CHANGES = { start: null, first: 1, keptFromMs: 0 };

/** Reads that end when they are aborted. */
const openEndless: OpenApiReads = (signal) => {
  const wait = () =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return makeApiReads(wait);
};

function openLimits() {
  const clock = createClock();
  const refused: number[] = [];
  const readWithinLimits = createReadWithinLimits({
    openSearchReads: openEndless,
    timeoutMs: 50,
    elapsedMs: clock.nowMs,
    onRefused: (count) => refused.push(count),
  });
  const list = (client: string) =>
    readWithinLimits('a list of changes', client, (reads) => reads.readChanges(CHANGES));
  return { clock, refused, list };
}

it('refuses the sixth read of a client, while another has room', async () => {
  const { list, refused } = openLimits();
  const waiting = Promise.allSettled(Array.from({ length: 5 }, () => list('one')));
  await expect(list('one')).rejects.toMatchObject({ answer: { status: 503 } });
  await expect(list('another')).rejects.toThrow('took over 50 ms');
  await waiting;
  await expect(list('one')).rejects.toThrow('took over 50 ms');
  expect(refused).toEqual([]);
});

it('reports refusals once in an interval, with their number', async () => {
  const { list, refused, clock } = openLimits();
  const waiting = Promise.allSettled(Array.from({ length: 40 }, (_, n) => list(`${n % 8}`)));
  const refuse = () => expect(list('another')).rejects.toMatchObject({ isLogged: true });
  for (let count = 0; count < 80; count++) await refuse();
  expect(refused).toEqual([1]);
  clock.advance(10_000);
  await refuse();
  expect(refused).toEqual([1, 80]);
  await waiting;
});

it('names what took too long, and what it refused meanwhile', async () => {
  const { list } = openLimits();
  const waiting = Promise.allSettled(Array.from({ length: 40 }, (_, n) => list(`${n % 8}`)));
  await expect(list('another')).rejects.toThrow(
    'a list of changes was refused: 40 such reads run or wait',
  );
  for (const one of await waiting) {
    expect(one).toMatchObject({ reason: { message: 'a list of changes took over 50 ms' } });
  }
});
