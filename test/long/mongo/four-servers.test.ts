import { describe, expect, it, onTestFinished } from 'vitest';
import { runLoad } from '../../../scripts/bench/load.ts';
import {
  ACTOR,
  CLEAN_DUMP,
  fillAccounts,
  openAccountServices,
  writeWeek,
} from '../../../scripts/bench/population.ts';
import { importDump, startServer } from '../../../scripts/bench/processes.ts';
import { toTargets } from '../../../scripts/bench/serve-while-importing.ts';
import { COMPANY, IDNO, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { findFreePort, PROCESS_ENV } from '../../support/process.ts';
import { HAS_REDIS, openTestRedis } from '../../support/redis.ts';
import { APP_SECRET } from '../../support/services.ts';
import { hasMongo, makeTestDatabase, writeCompanies } from '../../support/stores.ts';

const REVOCATIONS = 200;
const WEEK = { ...CLEAN_DUMP, rows: 20_000 };
const LATER = { ...WEEK, dumpDate: '2026-09-21', changed: 0.5 };
/** Each server is asked for each twice a second, so that most answers come from its cache. */
const TARGETS = 25;
/** So many for each server: a target always has the same key, which may be asked 5 times a second. */
const KEYS = 40;
const BASE_URL = 'http://localhost:3000';
const LOAD = { connections: 5, warmUpMs: 0, maxRequests: 1_000_000, perSecond: 50, status: 200 };

async function makeEnvironment() {
  const { url: REDIS_URL } = await openTestRedis();
  return { MONGODB_URI: makeTestDatabase(), REDIS_URL, APP_SECRET, BASE_URL };
}

/** The ports of four servers on these variables. */
async function startFour(env: Record<string, string>): Promise<number[]> {
  return await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const port = await findFreePort();
      const server = await startServer({ port, env: { ...PROCESS_ENV, ...env } });
      onTestFinished(() => server.stop());
      return port;
    }),
  );
}

describe.skipIf(!hasMongo || !HAS_REDIS)('four servers on one MongoDB and one Redis', () => {
  it(`refuse a key with their first request after it was replaced, ${REVOCATIONS} times`, async () => {
    const env = await makeEnvironment();
    const { accounts, keys, close } = await openAccountServices(env);
    onTestFinished(close);
    await writeCompanies({ dataDir: '', mongodbUri: env.MONGODB_URI }, toStored(COMPANY));
    const ports = await startFour(env);
    const askAll = async (key: string) =>
      await Promise.all(
        ports.map(async (port) => {
          const url = `http://127.0.0.1:${port}/api/v1/company/${IDNO}`;
          const answer = await fetch(url, { headers: { 'x-api-key': key } });
          await answer.body?.cancel();
          return answer.status;
        }),
      );
    const email = 'holder@test.example';
    await accounts.create(email, { plan: 'agency', endsAtMs: null }, ACTOR);
    const regenerate = async () => {
      const account = await accounts.find(email);
      return (await keys.regenerate(account, account.apiKey?.id ?? '', ACTOR)).text;
    };
    let key = await regenerate();
    for (let serial = 0; serial < REVOCATIONS; serial++) {
      expect(await askAll(key)).toEqual([200, 200, 200, 200]);
      const revoked = key;
      key = await regenerate();
      expect(await askAll(revoked)).toEqual([401, 401, 401, 401]);
    }
  });

  it('answer from before or after an import, and after its end from after it', async () => {
    const env = await makeEnvironment();
    const folder = makeTestFolder();
    const laterFile = await writeWeek(folder, LATER);
    await importDump(env, await writeWeek(folder, WEEK));
    const { store, close } = await openAccountServices(env);
    onTestFinished(close);
    const keys = await fillAccounts(store, 'agency', KEYS * 4);
    const ports = await startFour(env);
    const targets = toTargets(WEEK, LATER, BASE_URL, TARGETS);

    const stop = new AbortController();
    const loads = ports.map((port, index) => {
      const own = keys.slice(KEYS * index, KEYS * (index + 1));
      return runLoad({ ...LOAD, port, targets, keys: own, seconds: 600 }, stop.signal);
    });
    await importDump(env, laterFile).finally(() => stop.abort());
    for (const { wrong, firstWrong, matched } of await Promise.all(loads)) {
      expect([wrong, firstWrong]).toEqual([0, '']);
      expect(matched[0]).toBeGreaterThan(100);
    }

    const after = targets.map(({ checksums, ...target }) => {
      return { ...target, checksums: checksums.slice(-1) };
    });
    for (const port of ports) {
      const load = { ...LOAD, port, targets: after, keys, seconds: 60, maxRequests: TARGETS };
      const { wrong, answered } = await runLoad({ ...load, perSecond: null });
      expect([wrong, answered]).toEqual([0, TARGETS]);
    }
  });
});
