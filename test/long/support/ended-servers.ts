import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openStore, type StoreLocation } from '../../../src/store/open.ts';
import { fillStore, startService, sumUsage } from '../../support/service.ts';
import { type Acknowledged, askUntilGone, findLost, WEBHOOK_SECRET } from './acknowledged.ts';

/** Running at the same time, each on its own store; a stop mostly waits. */
const SERVERS = 4;
/** The signal is sent at a random moment within this time. */
const MAX_RUN_MS = 500;

type Signal = 'SIGTERM' | 'SIGKILL';

/**
 * Ends servers under load, `rounds` times in all, and checks after each time that nothing which was
 * acknowledged is lost.
 */
export async function endUnderLoad(makePlace: () => StoreLocation, signal: Signal, rounds: number) {
  const totals = await Promise.all(
    Array.from({ length: SERVERS }, () => endRepeatedly(makePlace(), signal, rounds / SERVERS)),
  );
  // Otherwise the test would prove nothing.
  const sum = (figure: 'answered' | 'events') =>
    totals.reduce((count, total) => count + total[figure], 0);
  expect(sum('answered')).toBeGreaterThan(rounds);
  expect(sum('events')).toBeGreaterThan(0);
}

/** Starts a server `rounds` times and ends it under load; counts what it acknowledged. */
async function endRepeatedly(place: StoreLocation, signal: Signal, rounds: number) {
  const { id, key } = await fillStore(place);
  const env = {
    WEBHOOK_SECRET,
    LOG_LEVEL: 'error',
    ...(place.mongodbUri === null ? {} : { MONGODB_URI: place.mongodbUri }),
  };
  const total = { answered: 0, unanswered: 0, events: 0 };
  for (let round = 0; round < rounds; round++) {
    const { child, port, exit } = await startService({ dataDir: place.dataDir, env });
    const known: Acknowledged = { answered: 0, unanswered: 0, events: [] };
    const gone = askUntilGone(port, key, known);
    // The other rounds may end before the first event is taken.
    if (round % 2 === 0) await expect.poll(() => known.events.length).toBeGreaterThan(0);
    await sleep(Math.random() * MAX_RUN_MS);
    child.kill(signal);
    const end = await exit;
    // The log tells why a stop was not clean.
    expect([end, child.stdout?.read()?.toString() ?? '']).toEqual([
      signal === 'SIGTERM' ? 0 : signal,
      '',
    ]);
    await gone;
    total.answered += known.answered;
    total.unanswered += known.unanswered;
    total.events += known.events.length;

    const store = await openStore(place, () => {});
    expect(await findLost(store, known)).toEqual([]);
    if (signal === 'SIGTERM') {
      const counted = await sumUsage(store, id);
      expect(counted).toBeGreaterThanOrEqual(total.answered);
      expect(counted).toBeLessThanOrEqual(total.answered + total.unanswered);
    }
    await store.close();
  }
  return total;
}
