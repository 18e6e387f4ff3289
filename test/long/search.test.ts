import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Load, type LoadTarget, runLoad } from '../../scripts/bench/load.ts';
import { FULL_DUMP } from './support/imported-dump.ts';
import { openSearchedServer, toMedian, toTypedNames } from './support/searched-server.ts';

const LOOK_UPS_PER_SECOND = 1_000;
/** Their limits together allow the look-ups of the whole test. */
const LOOK_UP_KEYS = 400;
const SEARCH_KEYS = 10;
const SEARCHES_PER_SECOND = 20;
/** For ten seconds: all that the limits of ten keys admit at once. */
const FLOOD_PER_SECOND = 300;
const [SEARCH_SECONDS, ROUND_SECONDS] = [10, 2];
/** Quiet and flooded in turn, so that other work on the processors delays both alike. */
const ROUNDS = 5;
/** Other work on the processors delays all: alone on two cores it is a fifth of this. */
const SEARCH_P95_MS = 100;
const TIMES_QUIET = 2;
/** The least that counts as the quiet p99: below it single pauses of the machine decide. */
const MIN_QUIET_P99_MS = 10;

const toTarget = (name: string): LoadTarget => {
  return { path: `/api/v1/search?name=${name}`, checksums: [] };
};

it(`searches of ${FULL_DUMP.rows} companies are quick, and a flood of them delays no look-up`, async () => {
  const { companies, keys, port } = await openSearchedServer(LOOK_UP_KEYS + 2 * SEARCH_KEYS);
  const lookedUp = companies
    .slice(0, 20_000)
    .map(({ idno }) => ({ path: `/api/v1/company/${idno}`, checksums: [] }));
  const common = { port, warmUpMs: 0, seconds: 600, maxRequests: 100_000, status: 200 };
  const lookUps: Load = {
    ...common,
    connections: 20,
    perSecond: LOOK_UPS_PER_SECOND,
    targets: lookedUp,
    keys: keys.slice(2 * SEARCH_KEYS),
  };
  /** The look-ups' figures while something else happens. */
  async function during(work: Promise<unknown>) {
    const stop = new AbortController();
    const load = runLoad(lookUps, stop.signal);
    await work.finally(() => stop.abort());
    const result = await load;
    expect([result.wrong, result.firstWrong]).toEqual([0, '']);
    return result;
  }

  await during(sleep(2_000));
  const searching = runLoad({
    ...common,
    connections: 4,
    warmUpMs: 2_000,
    seconds: SEARCH_SECONDS,
    perSecond: SEARCHES_PER_SECOND,
    targets: toTypedNames(companies, SEARCHES_PER_SECOND * SEARCH_SECONDS).map(toTarget),
    keys: keys.slice(0, SEARCH_KEYS),
  });
  await during(searching);
  const { p95Ms, wrong, firstWrong } = await searching;
  expect([wrong, firstWrong]).toEqual([0, '']);
  expect(p95Ms).toBeLessThan(SEARCH_P95_MS);

  // Of different companies, so that four in five are not in the cache.
  const names = toTypedNames(companies, ROUNDS * ROUND_SECONDS * FLOOD_PER_SECOND);
  const targets = names.map(toTarget);
  const [quiet, flooded]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push((await during(sleep(ROUND_SECONDS * 1_000))).p99Ms);
    const flooding = runLoad({
      ...common,
      connections: 50,
      seconds: ROUND_SECONDS,
      perSecond: FLOOD_PER_SECOND,
      targets,
      firstTarget: round * ROUND_SECONDS * FLOOD_PER_SECOND,
      keys: keys.slice(SEARCH_KEYS, 2 * SEARCH_KEYS),
    });
    flooded.push((await during(flooding)).p99Ms);
  }
  const figures = `p99 in ms, quiet: ${quiet}; flooded: ${flooded}`;
  const quietMs = Math.max(toMedian(quiet), MIN_QUIET_P99_MS);
  expect(toMedian(flooded), figures).toBeLessThan(TIMES_QUIET * quietMs);
});
