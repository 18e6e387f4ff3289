import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';

import { MEDIUM, WINDOW_MS } from '../../limit/contract.ts';
import { countMost, hammer } from '../../limit/hammer.ts';
import { COMPANY, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { findFreePort, run, startServer } from '../../support/process.ts';
import { HAS_REDIS, openTestRedis, type RedisServer } from '../../support/redis.ts';
import { hasMongo, makeTestDatabase, writeCompanies } from '../../support/stores.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const FAULT_MS = 3_000;
const RECOVERY_MS = 5_000;
const POLL_MS = 50;
/** Times that Redis is away; it is emptied twice. */
const FAULTS = 7;

const countLines = (text: string, part: string) => text.split(part).length - 1;

/** What each of two servers is told of its store: the same database, or without one equal folders. */
function makeStores(): { prepared: Record<string, string>; copy(): Record<string, string> } {
  if (hasMongo) {
    const APP_SECRET = 'a secret that is used in tests alone';
    const prepared = { MONGODB_URI: makeTestDatabase(), APP_SECRET };
    return { prepared, copy: () => prepared };
  }
  const DATA_DIR = join(makeTestFolder(), 'data');
  return {
    prepared: { DATA_DIR },
    copy() {
      const copied = join(makeTestFolder(), 'data');
      cpSync(DATA_DIR, copied, { recursive: true });
      return { DATA_DIR: copied };
    },
  };
}

/** Puts one company and a Business account into a store; the account's key. */
async function fill(env: Record<string, string>): Promise<string> {
  const { mongodbUri, dataDir } = loadConfig(env);
  await run('account', ['create', 'a@test.example', '--plan', 'business'], env);
  const { stdout } = await run('account', ['key', 'a@test.example', 'reveal', '--json'], env);
  await writeCompanies({ mongodbUri, dataDir }, toStored(COMPANY));
  return JSON.parse(stdout).key;
}

/** Two servers on one store, or on equal ones, which share a Redis at these ports. */
async function startTwo(redisPorts: number[]) {
  const { prepared, copy } = makeStores();
  const key = await fill(prepared);
  const servers = await Promise.all(
    redisPorts.map(async (redisPort) => {
      const port = await findFreePort();
      const REDIS_URL = `redis://127.0.0.1:${redisPort}`;
      const server = await startServer(port, { ...copy(), DEMO: 'off', REDIS_URL });
      return { ...server, address: `http://127.0.0.1:${port}` };
    }),
  );
  const addresses = servers.map(({ address }) => address);
  const statuses = new Map<number, number>();
  /** Ten clients with the one key through both, until the promise settles. */
  const hammerBoth = (until: Promise<unknown>) =>
    hammer({ clients: 10, processes: 2, pauseMs: 20, until }, async (process) => {
      const url = `${addresses[process]}/api/v1/company/${COMPANY.idno}`;
      const { status, body } = await fetch(url, { headers: { 'x-api-key': key } });
      await body?.cancel();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return status !== 429;
    });
  return { servers, addresses, statuses, hammerBoth };
}

/** Asks each server's readiness until it is told to stop; every answer must be 200. */
function watchReadiness(addresses: string[]) {
  const states = addresses.map(() => 'ok');
  const faults: unknown[] = [];
  let running = true;
  const watching = addresses.map(async (address, index) => {
    while (running) {
      try {
        const response = await fetch(`${address}/health/ready`);
        const body = (await response.json()) as { limiter: string };
        if (response.status !== 200) faults.push(body);
        states[index] = body.limiter;
      } catch (error) {
        faults.push(error);
      }
      await sleep(POLL_MS);
    }
  });
  async function end(): Promise<unknown[]> {
    running = false;
    await Promise.all(watching);
    return faults;
  }
  return { states, end };
}

async function waitFor(states: string[], wanted: string): Promise<number> {
  const startMs = performance.now();
  await expect.poll(() => states, { timeout: RECOVERY_MS, interval: 20 }).toEqual([wanted, wanted]);
  return performance.now() - startMs;
}

/** Each fault in turn; how long each took to be over on both servers. */
async function goThroughFaults(
  redis: RedisServer,
  proxies: TcpProxy[],
  states: string[],
): Promise<number[]> {
  const recoveries: number[] = [];
  for (const mode of ['refuse', 'hang', 'silence', 'reset', { delayMs: 2_000 }] as const) {
    await Promise.all(proxies.map((proxy) => proxy.set(mode)));
    await waitFor(states, 'degraded');
    await sleep(FAULT_MS);
    await Promise.all(proxies.map((proxy) => proxy.set('pass')));
    recoveries.push(await waitFor(states, 'ok'));
  }
  redis.pause();
  await waitFor(states, 'degraded');
  await sleep(FAULT_MS);
  redis.resume();
  recoveries.push(await waitFor(states, 'ok'));
  await redis.kill();
  await waitFor(states, 'degraded');
  await redis.start();
  recoveries.push(await waitFor(states, 'ok'));
  await redis.run('SCRIPT', 'FLUSH');
  await redis.run('FLUSHALL');
  return recoveries;
}

describe.skipIf(!HAS_REDIS)('two servers that share a Redis', () => {
  it('admit the limit in any real minute, and as much as that', async () => {
    const { port } = await openTestRedis();
    const { servers, statuses, hammerBoth } = await startTwo([port, port]);
    const { admissions, fault } = await hammerBoth(sleep(WINDOW_MS * 2.1));
    const most = countMost(admissions, WINDOW_MS);
    expect(fault).toBeNull();
    expect([...statuses.keys()].toSorted()).toEqual([200, 429]);
    expect([admissions.length, most]).toEqual([3 * MEDIUM, MEDIUM]);
    for (const { child } of servers) child.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 0]);
  });

  it('admit twice the limit at most through every fault of it, and stay ready', async () => {
    const redis = await openTestRedis();
    const proxies = [await openTcpProxy(redis.port), await openTcpProxy(redis.port)];
    const { servers, addresses, statuses, hammerBoth } = await startTwo(
      proxies.map(({ port }) => port),
    );
    const { states, end } = watchReadiness(addresses);
    const course = goThroughFaults(redis, proxies, states);
    const { admissions, slowestMs, fault } = await hammerBoth(
      course.then(() => sleep(WINDOW_MS * 1.1)),
    );
    const readinessFaults = await end();
    const recoveries = await course;

    const most = countMost(admissions, WINDOW_MS);
    expect([fault, readinessFaults]).toEqual([null, []]);
    expect([...statuses.keys()].toSorted()).toEqual([200, 429]);
    expect(slowestMs).toBeLessThan(1_000);
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_MS);
    expect(most).toBeLessThanOrEqual(2 * MEDIUM);
    for (const { stdout } of servers) {
      expect(countLines(stdout(), 'Redis is unavailable')).toBeGreaterThanOrEqual(FAULTS);
      expect(countLines(stdout(), 'Redis had lost its counts')).toBe(2);
    }
  });
});
