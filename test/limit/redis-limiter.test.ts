import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { REDIS_CLOCK } from '../../src/limit/redis/admit-script.ts';
import { RedisLimiter } from '../../src/limit/redis/redis-limiter.ts';
import type { LinkChange } from '../../src/limit/redis/redis-link.ts';
import { HAS_REDIS, openRedis, type RedisServer, SILENCE_MS } from '../support/redis.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';
import { describeLimiter, HIGH, MEDIUM, WINDOW_MS } from './contract.ts';
import { describeDecisions } from './model-runs.ts';
import { openRedisLimiter, openRedisLimiterAt } from './open-redis-limiter.ts';

let server: Awaited<ReturnType<typeof openRedis>>;

async function open(redis: RedisServer = server, name?: string) {
  const opened = await openRedisLimiter(redis, name === undefined ? {} : { name });
  onTestFinished(() => opened.limiter.close());
  const ask = (limit = MEDIUM) => opened.limiter.admit('a', limit);
  const askOften = (count: number, limit = MEDIUM) =>
    Promise.all(Array.from({ length: count }, () => ask(limit)));
  return { ...opened, ask, askOften };
}

/** As the program opens it. */
async function openOnRedisClock(windowMs: number, sharedClock = REDIS_CLOCK) {
  const changes: LinkChange[] = [];
  const processId = randomUUID();
  const limiter = new RedisLimiter({
    silenceMs: SILENCE_MS,
    url: server.url,
    windowMs,
    maxLimit: HIGH,
    maxKeys: 10,
    nowMs: () => performance.now(),
    processId,
    sharedClock,
    onChange: (change) => changes.push(change),
  });
  onTestFinished(() => limiter.close());
  await limiter.known;
  expect(limiter.degraded).toBe(false);
  return { limiter, changes, beatKey: `registru:limit:process:${processId}` };
}

async function countScriptCalls(): Promise<number> {
  const statistics = String(await server.run('INFO', 'commandstats'));
  return Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(statistics)?.[1] ?? 0);
}

const countAdmitted = (decisions: { admitted: boolean }[]) =>
  decisions.filter(({ admitted }) => admitted).length;

describe.skipIf(!HAS_REDIS)('with a Redis server', () => {
  beforeAll(async () => {
    server = await openRedis();
  });
  afterAll(() => server.close());

  it('tells how long Redis took for each heartbeat', async () => {
    const beats: number[] = [];
    const limiter = new RedisLimiter({
      silenceMs: SILENCE_MS,
      url: server.url,
      windowMs: WINDOW_MS,
      maxLimit: HIGH,
      maxKeys: 10,
      nowMs: () => performance.now(),
      processId: randomUUID(),
      onChange: () => {},
      onBeat: (ms) => beats.push(ms),
    });
    onTestFinished(() => limiter.close());
    await limiter.known;
    expect(beats).toHaveLength(1);
    expect(beats[0]).toBeGreaterThan(0);
    expect(beats[0]).toBeLessThan(SILENCE_MS);
  });

  describeLimiter(
    'Redis',
    openRedisLimiterAt(1_000_000, () => server),
  );
  describeLimiter(
    'Redis between milliseconds',
    openRedisLimiterAt(1_234.5, () => server),
  );

  describeDecisions(
    'Redis',
    openRedisLimiterAt(1_000_000, () => server),
    100,
  );

  it('two processes together admit the limit, whichever is asked', async () => {
    const one = await open();
    const other = await open(server, one.name);
    const decisions = await Promise.all([one.askOften(100), other.askOften(100)]);
    expect(countAdmitted(decisions.flat())).toBe(MEDIUM);
    expect(await other.limiter.peek('a')).toBe(MEDIUM);
    expect(await other.ask()).toEqual({ admitted: false, remaining: 0, resetMs: WINDOW_MS });
  });

  it('requests of one turn of the event loop share calls of the script', async () => {
    const { limiter } = await open();
    await server.run('SCRIPT', 'FLUSH');
    const before = await countScriptCalls();
    // Three costs in turn for 90 keys, each key three times.
    const asked = Array.from({ length: 270 }, (_, serial) => ({
      key: `key ${serial % 90}`,
      cost: 1 + (serial % 3),
      turn: 1 + Math.floor(serial / 90),
    }));
    const decisions = await Promise.all(
      asked.map(({ key, cost }) => limiter.admit(key, MEDIUM, cost)),
    );
    const remaining = asked.map(({ cost, turn }) => MEDIUM - cost * turn);
    expect(decisions.map((decision) => decision.remaining)).toEqual(remaining);
    // A heartbeat may come in between.
    expect((await countScriptCalls()) - before).toBeLessThanOrEqual(4);
  });

  it('a limiter uses the clock of Redis, to the microsecond', async () => {
    const { limiter } = await openOnRedisClock(200);
    await limiter.admit('a', 2);
    expect(await limiter.admit('a', 2)).toMatchObject({ admitted: true, remaining: 0 });
    const { admitted, resetMs } = await limiter.admit('a', 2);
    expect([admitted, resetMs > 100, resetMs < 200]).toEqual([false, true, true]);
    expect(Number.isInteger(resetMs)).toBe(false);
    await sleep(resetMs + 1);
    expect(await limiter.admit('a', 2)).toMatchObject({ admitted: true });
  });

  it('a clock that was set back lets nothing out early and locks nobody out', async () => {
    const { ask, askOften, advance, setSharedClock } = await open();
    await askOften(MEDIUM - 1);
    await advance(10_000);
    await ask();
    await setSharedClock(1_000_000 - 3_600_000);
    expect(await ask()).toEqual({ admitted: false, remaining: 0, resetMs: WINDOW_MS });
    await advance(WINDOW_MS);
    await setSharedClock(1_000_000 - 3_600_000 + WINDOW_MS);
    expect(await ask()).toMatchObject({ admitted: true, remaining: MEDIUM - 1 });
  });

  it('a list in Redis has no more than the highest limit and goes with the window', async () => {
    const { ask, askOften, advance, name } = await open();
    await askOften(HIGH + 10, HIGH);
    await advance(WINDOW_MS);
    await ask();
    expect(await server.run('LLEN', `${name} a`)).toBe(1);
    expect(await server.run('PTTL', `${name} a`)).toSatisfy((ms) => ms > 0 && ms <= WINDOW_MS);
  });

  it('scripts that Redis has lost are sent again', async () => {
    const { ask, askOften, changes } = await open();
    await askOften(MEDIUM - 1);
    await server.run('SCRIPT', 'FLUSH');
    expect(countAdmitted(await askOften(MEDIUM))).toBe(1);
    expect(await ask()).toMatchObject({ admitted: false });
    expect(changes).toEqual([{ to: 'shared', emptied: false }]);
  });

  it('a process whose Redis was emptied goes on from what it admitted itself', async () => {
    const one = await open();
    const other = await open(server, one.name);
    await one.askOften(20);
    await other.askOften(30);
    await server.run('DEL', `${one.name} a`);
    const later = await one.askOften(100);
    expect(countAdmitted(later)).toBe(MEDIUM - 20);
    expect(later[0]).toEqual({ admitted: true, remaining: MEDIUM - 21, resetMs: WINDOW_MS });
    // Redis has 40 of the one process again, and this one's 30 are in its own log alone.
    expect(countAdmitted(await other.askOften(100))).toBe(20);
    expect(await one.ask()).toMatchObject({ admitted: false, remaining: 0 });
  });

  it('a process that loses Redis goes on with what it knows, and reconnects', async () => {
    const proxy = await openTcpProxy(server.port);
    const one = await open({ ...server, url: `redis://127.0.0.1:${proxy.port}` });
    const other = await open(server, one.name);
    await one.askOften(20);
    await proxy.set('refuse');
    expect(await one.ask()).toEqual({ admitted: true, remaining: 39, resetMs: WINDOW_MS });
    expect(one.limiter.degraded).toBe(true);
    expect(await one.limiter.peek('a')).toBeNull();
    expect(countAdmitted(await one.askOften(100))).toBe(39);
    expect(countAdmitted(await other.askOften(100))).toBe(40);
    await proxy.set('pass');
    await expect.poll(() => one.limiter.degraded, { timeout: 5_000 }).toBe(false);
    expect(await one.ask()).toEqual({ admitted: false, remaining: 0, resetMs: WINDOW_MS });
    expect(one.changes).toEqual([
      { to: 'shared', emptied: false },
      { to: 'alone', reason: expect.stringMatching(/ECONN|ended/) },
      { to: 'shared', emptied: false },
    ]);
  });

  it('a process that knows that Redis had no room lets nothing in while it is away', async () => {
    const proxy = await openTcpProxy(server.port);
    const one = await open({ ...server, url: `redis://127.0.0.1:${proxy.port}` });
    const other = await open(server, one.name);
    await other.askOften(40);
    await other.advance(1_000);
    await one.askOften(30);
    const refused = { admitted: false, remaining: 0, resetMs: WINDOW_MS - 1_000 };
    expect(await one.ask()).toEqual(refused);
    await proxy.set('refuse');
    expect(await one.ask()).toEqual(refused);
    expect(await one.ask(HIGH)).toMatchObject({ admitted: true });
    await one.advance(WINDOW_MS - 1_000);
    expect(await one.ask()).toMatchObject({ admitted: true });
  });

  it('what was refused stays refused while Redis is away, whatever was refused after it', async () => {
    const proxy = await openTcpProxy(server.port);
    const one = await open({ ...server, url: `redis://127.0.0.1:${proxy.port}` });
    const other = await open(server, one.name);
    await other.askOften(10);
    await other.advance(1_000);
    await other.askOften(MEDIUM - 10);
    const refused = { admitted: false, remaining: 0, resetMs: WINDOW_MS - 1_000 };
    expect(await one.ask()).toEqual(refused);
    const refusedMost = { ...refused, resetMs: WINDOW_MS };
    expect(await one.limiter.admit('a', MEDIUM, 50)).toEqual(refusedMost);
    await proxy.set('refuse');
    // The process has admitted nothing itself.
    expect(countAdmitted(await one.askOften(100))).toBe(0);
    expect(await one.ask()).toEqual(refused);
    expect(await one.limiter.admit('a', MEDIUM, 50)).toEqual(refusedMost);
    await one.advance(WINDOW_MS - 1_000);
    expect(await one.ask()).toMatchObject({ admitted: true });
    expect(await one.limiter.admit('a', MEDIUM, 50)).toMatchObject({ admitted: false });
  });

  it('a request that took the last slot leaves none while Redis is away', async () => {
    const proxy = await openTcpProxy(server.port);
    const one = await open({ ...server, url: `redis://127.0.0.1:${proxy.port}` });
    const other = await open(server, one.name);
    await other.askOften(40);
    await one.askOften(20);
    await proxy.set('refuse');
    expect(await one.ask()).toEqual({ admitted: false, remaining: 0, resetMs: WINDOW_MS });
  });

  it('a Redis without the database of the address does not count', async () => {
    const changes: LinkChange[] = [];
    const limiter = new RedisLimiter({
      silenceMs: SILENCE_MS,
      url: `${server.url}/9999`,
      windowMs: WINDOW_MS,
      maxLimit: HIGH,
      maxKeys: 10,
      nowMs: () => performance.now(),
      processId: randomUUID(),
      onChange: (change) => changes.push(change),
    });
    onTestFinished(() => limiter.close());
    await limiter.known;
    expect(changes).toEqual([{ to: 'alone', reason: 'ERR DB index is out of range' }]);
  });

  it('a Redis that was emptied is noticed', async () => {
    const { changes, limiter } = await openOnRedisClock(WINDOW_MS);
    await server.run('FLUSHALL');
    await expect.poll(() => changes.slice(1), { timeout: 5_000 }).toEqual([{ to: 'emptied' }]);
    expect(limiter.degraded).toBe(false);
  });

  it('a Redis whose clock is faster has not lost its counts', async () => {
    const heartbeats = 6;
    // The fourth heartbeat before is out of the window there, and still in it here.
    const faster = `math.floor(${REDIS_CLOCK} * 1.04)`;
    const { changes, beatKey } = await openOnRedisClock(2_050, faster);
    const seen = new Set<unknown>();
    const countSeen = async () => seen.add(await server.run('LINDEX', beatKey, 0)).size;
    await expect.poll(countSeen, { timeout: 10_000 }).toBe(heartbeats);
    expect(changes).toEqual([{ to: 'shared', emptied: false }]);
  });

  it('a Redis that was emptied is noticed after a heartbeat whose reply was lost', async () => {
    const { changes, beatKey } = await openOnRedisClock(WINDOW_MS);
    await expect.poll(() => server.run('LLEN', beatKey), { timeout: 5_000 }).toBe(3);
    const empty = `redis.call('FLUSHALL')
      redis.call('LPUSH', KEYS[1], ${REDIS_CLOCK})`;
    await server.run('EVAL', empty, 1, beatKey);
    await expect.poll(() => changes.slice(1), { timeout: 5_000 }).toEqual([{ to: 'emptied' }]);
    await expect.poll(() => server.run('LLEN', beatKey), { timeout: 5_000 }).toBe(4);
    expect(changes).toHaveLength(2);
  });
});
