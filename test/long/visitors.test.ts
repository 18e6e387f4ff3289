import { describe, expect, it } from 'vitest';
import { type Load, runLoad } from '../../scripts/bench/load.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { FULL_DUMP } from './support/imported-dump.ts';
import { openSearchedServer, toMedian, toTypedNames } from './support/searched-server.ts';

const NETWORKS = 1_000;
const LOOK_UPS_PER_SECOND = 200;
const SEARCHES_PER_SECOND = 20;
/** Three times what all visitors together get of these pages. */
const PEOPLE_PER_SECOND = 300;
/** Once a second from each network. */
const WIDGETS_PER_SECOND = 1_000;
/** Their limits together allow the look-ups and the searches of the whole test. */
const [LOOK_UP_KEYS, SEARCH_KEYS] = [120, 20];
/** In turn without and with the flood, so that other work on the processors delays both alike. */
const [ROUNDS, ROUND_SECONDS] = [5, 3];
const TIMES_NOWHERE = 2;
/**
 * The least that counts as the p99 of look-ups and of searches without: below it single pauses of
 * the machine decide. On MongoDB people's searches and the API's have the same database.
 */
const MIN_P99S_MS = { sqlite: [50, 50], mongodb: [50, 100] } as const;
/** An import into MongoDB takes longer. */
const MONGO_DUMP = { ...FULL_DUMP, rows: 20_000 };

describe('floods from many networks stop neither look-ups nor searches of the API', () => {
  it('on SQLite', () => survive(null));

  it.skipIf(!hasMongo)('on MongoDB', () => survive({ uri: makeTestDatabase(), dump: MONGO_DUMP }));
});

async function survive(mongo: Parameters<typeof openSearchedServer>[1]): Promise<void> {
  const { port, companies, keys } = await openSearchedServer(LOOK_UP_KEYS + SEARCH_KEYS, mongo);
  const common = { port, warmUpMs: 0, seconds: ROUND_SECONDS, maxRequests: 10_000, status: 200 };
  const toTarget = (path: string) => ({ path, checksums: [] });
  const idnos = companies.slice(0, 5_000).map(({ idno }) => idno);
  const lookUps: Load = {
    ...common,
    connections: 10,
    perSecond: LOOK_UPS_PER_SECOND,
    targets: idnos.map((idno) => toTarget(`/api/v1/company/${idno}`)),
    keys: keys.slice(SEARCH_KEYS),
  };
  const searchCount = (4 * ROUNDS + 1) * ROUND_SECONDS * SEARCHES_PER_SECOND;
  const names = toTypedNames(companies, ROUNDS * ROUND_SECONDS * PEOPLE_PER_SECOND + searchCount);
  const searches: Load = {
    ...common,
    connections: 4,
    perSecond: SEARCHES_PER_SECOND,
    targets: names.slice(0, searchCount).map((name) => toTarget(`/api/v1/search?name=${name}`)),
    keys: keys.slice(0, SEARCH_KEYS),
  };

  const minP99sMs = MIN_P99S_MS[mongo === null ? 'sqlite' : 'mongodb'];
  let used = 0;
  /** The p99 of look-ups and of the API's searches in milliseconds; none of them may fail. */
  async function useApi() {
    const firstTarget = used++ * ROUND_SECONDS * SEARCHES_PER_SECOND;
    const results = await Promise.all([runLoad(lookUps), runLoad({ ...searches, firstTarget })]);
    for (const { wrong, firstWrong } of results) expect([wrong, firstWrong]).toEqual([0, '']);
    return results.map(({ p99Ms }) => p99Ms);
  }

  /** `refusals`: what the first answer that is not 200 may be in each round; empty: there is none. */
  async function flood(
    name: string,
    { perSecond, paths, refusals }: { perSecond: number; paths: string[]; refusals: string[] },
  ): Promise<void> {
    const toFlood = (flooded: readonly string[]): Load => ({
      ...common,
      connections: 50,
      perSecond,
      targets: flooded.map((path, place) => {
        return { ...toTarget(path), forwardedFor: toAddress(place % NETWORKS) };
      }),
      keys: [],
    });
    /** Compared with as many requests that lead nowhere: they too are made on these processors. */
    const nowhere = toFlood(Array(NETWORKS).fill('/nowhere'));
    const visitors = toFlood(paths);
    const p99s: Record<'nowhere' | 'flooded', number[][]> = { nowhere: [], flooded: [] };
    let shown = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const [besideNowhere] = await Promise.all([useApi(), runLoad(nowhere)]);
      p99s.nowhere.push(besideNowhere);
      const firstTarget = round * ROUND_SECONDS * perSecond;
      const load = { ...visitors, firstTarget };
      const [flooded, { answered, wrong, firstWrong }] = await Promise.all([
        useApi(),
        runLoad(load),
      ]);
      p99s.flooded.push(flooded);
      shown += answered - wrong;
      expect(answered - wrong).toBeGreaterThan(0);
      expect(refusals).toContain(firstWrong.slice(0, 3));
    }
    console.log(`${name}: ${shown} shown, p99 in ms ${JSON.stringify(p99s)}`);
    for (const kind of [0, 1] as const) {
      const toP99 = (rounds: number[][]) => toMedian(rounds.map((found) => found[kind] ?? 0));
      const nowhereMs = Math.max(toP99(p99s.nowhere), minP99sMs[kind]);
      expect(toP99(p99s.flooded), JSON.stringify(p99s)).toBeLessThan(TIMES_NOWHERE * nowhereMs);
    }
  }

  await useApi();
  const pages = names.slice(searchCount).map((name) => `/companie?name=${name}`);
  const people = { perSecond: PEOPLE_PER_SECOND, paths: pages, refusals: ['503'] };
  await flood("people's searches", people);
  const widgets = idnos.flatMap((idno) => {
    const path = `/api/widget/company/${idno}`;
    return [path, `${path}/card`];
  });
  const widget = { perSecond: WIDGETS_PER_SECOND, paths: widgets, refusals: ['', '503'] };
  await flood('the widget', widget);
}

/** Four of a site, so that the limit of none is reached. */
const toAddress = (network: number) => `198.18.${network & 255}.${network >> 8}`;
