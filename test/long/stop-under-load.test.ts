import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStore, type StorePlace } from '../../src/store/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { fillStore, startService, sumUsage } from '../support/service.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { askUntilGone, findLost, WEBHOOK_SECRET } from './support/acknowledged.ts';

/** Servers at once, each on a store of its own; a stop mostly waits. */
const SERVERS = 4;
/** The signal comes at any moment of this time. */
const MAX_RUN_MS = 500;

type Signal = 'SIGTERM' | 'SIGKILL';

/** Starts a server again and again, and ends it while it is asked. How many events it took. */
async function endAgainAndAgain(place: StorePlace, signal: Signal, rounds: number) {
  const { id, key } = await fillStore(place);
  const env = {
    WEBHOOK_SECRET,
    LOG_LEVEL: 'error',
    ...(place.mongodbUri === null ? {} : { MONGODB_URI: place.mongodbUri }),
  };
  const total = { answered: 0, unanswered: 0, events: 0 };
  for (let round = 0; round < rounds; round++) {
    const { child, port, exit } = await startService({ dataDir: place.dataDir, env });
    const gone = askUntilGone(port, key);
    await sleep(Math.random() * MAX_RUN_MS);
    child.kill(signal);
    expect(await exit).toBe(signal === 'SIGTERM' ? 0 : signal);
    const known = await gone;
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

/** The rounds are shared by the servers. */
async function endOften(makePlace: () => StorePlace, signal: Signal, rounds: number) {
  const totals = await Promise.all(
    Array.from({ length: SERVERS }, () => endAgainAndAgain(makePlace(), signal, rounds / SERVERS)),
  );
  // Else nothing was shown.
  const sum = (figure: 'answered' | 'events') =>
    totals.reduce((count, total) => count + total[figure], 0);
  expect(sum('answered')).toBeGreaterThan(rounds);
  expect(sum('events')).toBeGreaterThan(0);
}

const toFolder = () => ({ dataDir: makeTestFolder(), mongodbUri: null });

it('200 TERMs at random moments lose nothing that was acknowledged, nor a count', async () => {
  await endOften(toFolder, 'SIGTERM', 200);
});

it('200 kills at random moments lose no acknowledged change', async () => {
  await endOften(toFolder, 'SIGKILL', 200);
});

describe.skipIf(!hasMongo)('with MongoDB', () => {
  const toDatabase = () => ({ dataDir: '', mongodbUri: makeTestDatabase() });

  it.each(['SIGTERM', 'SIGKILL'] as const)('%s loses as little', async (signal) => {
    await endOften(toDatabase, signal, 20);
  });
});
