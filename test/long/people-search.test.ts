import { expect, it } from 'vitest';
import { type Load, runLoad } from '../../scripts/bench/load.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { FULL_DUMP } from './support/imported-dump.ts';
import { openSearchedServer, toMedian, toTypedNames } from './support/searched-server.ts';

const NETWORKS = 1_000;
/** Three times what all visitors together get of these pages. */
const FLOOD_PER_SECOND = 300;
const LOOK_UPS_PER_SECOND = 200;
const SEARCHES_PER_SECOND = 20;
/** Their limits together allow the look-ups and the searches of the whole test. */
const [LOOK_UP_KEYS, SEARCH_KEYS] = [60, 10];
/** In turn without and with the searches, so that other work on the processors delays both alike. */
const [ROUNDS, ROUND_SECONDS] = [5, 3];
const TIMES_NOWHERE = 2;
/** The least that counts as the p99 without: below it single pauses of the machine decide. */
const MIN_P99_MS = 50;
/** An import into MongoDB takes longer. */
const MONGO_DUMP = { ...FULL_DUMP, rows: 20_000 };

it("a flood of people's searches stops neither look-ups nor searches of the API", () =>
  survive(null));

it.skipIf(!hasMongo)('nor does it on MongoDB', () =>
  survive({ uri: makeTestDatabase(), dump: MONGO_DUMP }),
);

async function survive(mongo: Parameters<typeof openSearchedServer>[1]): Promise<void> {
  const { port, companies, keys } = await openSearchedServer(LOOK_UP_KEYS + SEARCH_KEYS, mongo);
  const common = { port, warmUpMs: 0, seconds: ROUND_SECONDS, maxRequests: 10_000, status: 200 };
  const toTarget = (path: string) => ({ path, checksums: [] });
  const lookUps: Load = {
    ...common,
    connections: 10,
    perSecond: LOOK_UPS_PER_SECOND,
    targets: companies.slice(0, 5_000).map(({ idno }) => toTarget(`/api/v1/company/${idno}`)),
    keys: keys.slice(SEARCH_KEYS),
  };
  const searchCount = (2 * ROUNDS + 1) * ROUND_SECONDS * SEARCHES_PER_SECOND;
  const names = toTypedNames(companies, ROUNDS * ROUND_SECONDS * FLOOD_PER_SECOND + searchCount);
  const searches: Load = {
    ...common,
    connections: 4,
    perSecond: SEARCHES_PER_SECOND,
    targets: names.slice(0, searchCount).map((name) => toTarget(`/api/v1/search?name=${name}`)),
    keys: keys.slice(0, SEARCH_KEYS),
  };
  const toFlood = (paths: readonly string[]): Load => ({
    ...common,
    connections: 50,
    perSecond: FLOOD_PER_SECOND,
    targets: paths.map((path, place) => {
      return { ...toTarget(path), forwardedFor: toAddress(place % NETWORKS) };
    }),
    keys: [],
  });
  const people = toFlood(names.slice(searchCount).map((name) => `/companie?name=${name}`));
  /** Compared with as many requests that lead nowhere: they too are made on these processors. */
  const nowhere = toFlood(Array(NETWORKS).fill('/nowhere'));

  let used = 0;
  /** The p99 of look-ups and of the API's searches in milliseconds; none of them may fail. */
  async function useApi() {
    const firstTarget = used++ * ROUND_SECONDS * SEARCHES_PER_SECOND;
    const results = await Promise.all([runLoad(lookUps), runLoad({ ...searches, firstTarget })]);
    for (const { wrong, firstWrong } of results) expect([wrong, firstWrong]).toEqual([0, '']);
    return results.map(({ p99Ms }) => p99Ms);
  }

  await useApi();
  const p99s: Record<'nowhere' | 'flooded', number[][]> = { nowhere: [], flooded: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const [besideNowhere] = await Promise.all([useApi(), runLoad(nowhere)]);
    p99s.nowhere.push(besideNowhere);
    const firstTarget = round * ROUND_SECONDS * FLOOD_PER_SECOND;
    const [flooded, flood] = await Promise.all([useApi(), runLoad({ ...people, firstTarget })]);
    p99s.flooded.push(flooded);
    const { answered, wrong, firstWrong } = flood;
    expect(answered - wrong).toBeGreaterThan(0);
    expect([wrong > 0, firstWrong.slice(0, 3)]).toEqual([true, '503']);
  }
  for (const kind of [0, 1]) {
    const toP99 = (rounds: number[][]) => toMedian(rounds.map((found) => found[kind] ?? 0));
    const nowhereMs = Math.max(toP99(p99s.nowhere), MIN_P99_MS);
    expect(toP99(p99s.flooded), JSON.stringify(p99s)).toBeLessThan(TIMES_NOWHERE * nowhereMs);
  }
}

/** Four of a site, so that the limit of none is reached. */
const toAddress = (network: number) => `198.18.${network & 255}.${network >> 8}`;
