import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MEDIUM, WINDOW_MS } from '../../limit/contract.ts';
import { countMost } from '../../limit/hammer.ts';
import { HAS_REDIS, openTestRedis, type RedisServer } from '../../support/redis.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { startServers } from './sharing-servers.ts';

const FAULT_MS = 3_000;
const RECOVERY_MS = 5_000;
const POLL_MS = 50;
/** Times that Redis is away; it is emptied twice. */
const FAULTS = 7;

const countLines = (text: string, part: string) => text.split(part).length - 1;

/** Asks each server's readiness until it is stopped; every answer must be 200. */
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
  // The next loss shows once each process has had more replies to heartbeats than it then loses.
  await sleep(FAULT_MS);
  await redis.run('SCRIPT', 'FLUSH');
  await redis.run('FLUSHALL');
  return recoveries;
}

describe.skipIf(!HAS_REDIS)('two servers that share a Redis', () => {
  it('admit twice the limit at most through every fault of it, and stay ready', async () => {
    const redis = await openTestRedis();
    const proxies = [await openTcpProxy(redis.port), await openTcpProxy(redis.port)];
    const { servers, addresses, statuses, hammerAll } = await startServers(
      proxies.map(({ port }) => port),
      // Servers of one machine wait for its processors; a Redis that they lose for that is no fault.
      { REDIS_TIMEOUT_MS: '400' },
    );
    const { states, end } = watchReadiness(addresses);
    const course = goThroughFaults(redis, proxies, states);
    const { admissions, slowestMs, fault } = await hammerAll(
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
