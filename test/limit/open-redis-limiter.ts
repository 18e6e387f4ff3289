import { randomUUID } from 'node:crypto';
import { RedisLimiter } from '../../src/limit/redis/redis-limiter.ts';
import type { LinkChange } from '../../src/limit/redis/redis-link.ts';
import { type RedisServer, SILENCE_MS } from '../support/redis.ts';
import { HIGH, type LimiterOptions, type OpenLimiter, WINDOW_MS } from './contract.ts';

interface Options extends Partial<LimiterOptions> {
  startMs?: number;
  /** Limiters with the same name count together. */
  name?: string;
}

/**
 * A limiter of one process. Its own clock and the clock of its Redis stand still until `advance`;
 * the time of Redis is stored in Redis.
 */
export async function openRedisLimiter(server: RedisServer, options: Options = {}) {
  const { startMs = 1_000_000, name = randomUUID(), ...replaced } = options;
  const changes: LinkChange[] = [];
  let nowMs = startMs;
  const setSharedClock = (ms: number) => server.run('SET', `clock ${name}`, ms * 1_000);
  await setSharedClock(startMs);
  const limiter = new RedisLimiter({
    silenceMs: SILENCE_MS,
    windowMs: WINDOW_MS,
    maxLimit: HIGH,
    maxKeys: 100,
    ...replaced,
    url: server.url,
    nowMs: () => nowMs,
    processId: randomUUID(),
    prefix: `${name} `,
    sharedClock: `tonumber(redis.call('GET', 'clock ${name}'))`,
    onChange: (change) => changes.push(change),
  });
  await limiter.known;
  if (limiter.degraded) throw new Error('Redis must count in this test, and it does not');
  return {
    limiter,
    name,
    changes,
    setSharedClock,
    async advance(ms: number) {
      nowMs += ms;
      await setSharedClock(nowMs);
    },
    keyCount: () => limiter.keyCount,
  };
}

export function openRedisLimiterAt(startMs: number, getServer: () => RedisServer): OpenLimiter {
  return (options) => openRedisLimiter(getServer(), { ...options, startMs });
}
