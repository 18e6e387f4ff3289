import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RedisLimiter } from '../../../src/limit/redis/redis-limiter.ts';
import type { LinkChange } from '../../../src/limit/redis/redis-link.ts';
import { HIGH, MEDIUM } from '../../limit/contract.ts';
import { countMost, hammer } from '../../limit/hammer.ts';
import { HAS_REDIS, openTestRedis, type RedisServer, SILENCE_MS } from '../../support/redis.ts';
import { openTcpProxy, type ProxyMode, type TcpProxy } from '../../support/tcp-proxy.ts';

/** Short, so that many windows pass in a test. */
const WINDOW_MS = 1_000;
const FAULT_MS = 1.5 * WINDOW_MS;
const RECOVERY_MS = 5_000;
/** What a fault may take of a request's time: 100 ms, and what a busy machine adds. */
const DECISION_MS = 250;

interface Processes {
  server: RedisServer;
  proxies: TcpProxy[];
}

type Fault = (processes: Processes) => Promise<void>;

const setAll =
  (mode: ProxyMode): Fault =>
  async ({ proxies }) => {
    await Promise.all(proxies.map((proxy) => proxy.set(mode)));
  };

const AWAY: [name: string, begin: Fault, end: Fault][] = [
  ['refuses', setAll('refuse'), setAll('pass')],
  ['hangs', setAll('hang'), setAll('pass')],
  ['accepts and never answers', setAll('silence'), setAll('pass')],
  ['resets in the middle of its answers', setAll('reset'), setAll('pass')],
  ['is two seconds slow', setAll({ delayMs: 2_000 }), setAll('pass')],
  [
    'is away for one process alone',
    async ({ proxies }) => proxies[0]?.set('refuse'),
    setAll('pass'),
  ],
  [
    'is stopped by SIGSTOP',
    async ({ server }) => server.pause(),
    async ({ server }) => server.resume(),
  ],
  [
    'is killed and started again',
    async ({ server }) => server.kill(),
    async ({ server }) => server.start(),
  ],
  [
    'takes no writes',
    async ({ server }) => void (await server.run('REPLICAOF', '127.0.0.1', 1)),
    async ({ server }) => void (await server.run('REPLICAOF', 'NO', 'ONE')),
  ],
  [
    'has no memory left',
    async ({ server }) => void (await server.run('CONFIG', 'SET', 'maxmemory', 1)),
    async ({ server }) => void (await server.run('CONFIG', 'SET', 'maxmemory', 0)),
  ],
];

/** Two processes as Redis sees them, each behind its own network, and ten clients. */
async function open() {
  const server = await openTestRedis();
  const proxies = [await openTcpProxy(server.port), await openTcpProxy(server.port)];
  const changes: LinkChange[] = [];
  const limiters = proxies.map(({ port }) => {
    const limiter = new RedisLimiter({
      silenceMs: SILENCE_MS,
      url: `redis://127.0.0.1:${port}`,
      windowMs: WINDOW_MS,
      maxLimit: HIGH,
      maxKeys: 100,
      nowMs: () => performance.now(),
      processId: randomUUID(),
      onChange: (change) => changes.push(change),
    });
    onTestFinished(() => limiter.close());
    return limiter;
  });
  const isShared = () => limiters.every(({ degraded }) => !degraded);
  await Promise.all(limiters.map(({ known }) => known));
  expect(isShared()).toBe(true);
  changes.length = 0;
  const startHammering = (until: Promise<unknown>) =>
    hammer({ clients: 10, processes: 2, pauseMs: 3, until }, async (process) => {
      const decision = await limiters[process]?.admit('a', MEDIUM);
      return decision?.admitted === true;
    });
  return { server, proxies, changes, isShared, startHammering };
}

async function waitUntil(isTrue: () => boolean): Promise<number> {
  const startMs = performance.now();
  while (!isTrue() && performance.now() - startMs < RECOVERY_MS) await sleep(10);
  expect(isTrue()).toBe(true);
  return performance.now() - startMs;
}

/** Repeated if the machine stood still for 80 ms, which looks the same as a silent Redis. */
const RETRY = { count: 4, condition: /no reply within 80 ms/ };

describe.skipIf(!HAS_REDIS)('two processes whose Redis', () => {
  it.each(AWAY)(
    '%s stay within twice the limit, and within it again',
    { retry: RETRY },
    async (_, begin, end) => {
      const { server, proxies, changes, isShared, startHammering } = await open();
      const { promise: until, resolve: stop } = Promise.withResolvers<void>();
      const hammering = startHammering(until);
      await sleep(WINDOW_MS * 1.5);
      const awayMs = performance.now();
      const earlier = JSON.stringify(changes);
      await begin({ server, proxies });
      await sleep(FAULT_MS);
      expect(isShared()).toBe(false);
      await end({ server, proxies });
      await waitUntil(isShared);
      const backMs = performance.now();
      await sleep(WINDOW_MS * 2.5);
      stop();

      const { admissions, slowestMs, fault } = await hammering;
      expect(fault).toBeNull();
      expect(slowestMs).toBeLessThan(DECISION_MS);
      const before = admissions.filter(({ answeredMs }) => answeredMs < awayMs);
      const after = admissions.filter(({ sentMs }) => sentMs > backMs);
      const most = [before, admissions, after].map((some) => countMost(some, WINDOW_MS));
      expect(most, earlier).toEqual([
        MEDIUM,
        expect.toSatisfy((count) => count <= 2 * MEDIUM),
        MEDIUM,
      ]);
      const kinds = changes.map(({ to }) => to).toSorted();
      expect(kinds).toSatisfy((all) => all.length <= 4 && all.includes('alone'));
    },
  );

  it('loses its scripts notice nothing', { retry: RETRY }, async () => {
    const { server, changes, startHammering } = await open();
    const hammering = startHammering(
      (async () => {
        for (let turn = 0; turn < 20; turn++) {
          await sleep(WINDOW_MS / 8);
          await server.run('SCRIPT', 'FLUSH');
        }
      })(),
    );
    const { admissions, slowestMs, fault } = await hammering;
    expect([fault, changes], JSON.stringify(changes)).toEqual([null, []]);
    expect(slowestMs).toBeLessThan(DECISION_MS);
    expect(countMost(admissions, WINDOW_MS)).toBe(MEDIUM);
  });

  it('is emptied stay within twice the limit, and within it at once', async () => {
    const { server, changes, startHammering } = await open();
    let emptiedMs = 0;
    const hammering = startHammering(
      (async () => {
        await sleep(WINDOW_MS * 1.5);
        await server.run('FLUSHALL');
        emptiedMs = performance.now();
        await sleep(WINDOW_MS * 2.5);
      })(),
    );
    const { admissions, slowestMs, fault } = await hammering;
    expect(fault).toBeNull();
    expect(slowestMs).toBeLessThan(DECISION_MS);
    expect(countMost(admissions, WINDOW_MS)).toBeLessThanOrEqual(2 * MEDIUM);
    const after = admissions.filter(({ sentMs }) => sentMs > emptiedMs);
    expect(countMost(after, WINDOW_MS)).toBe(MEDIUM);
    expect(changes).toEqual([{ to: 'emptied' }, { to: 'emptied' }]);
  });
});
