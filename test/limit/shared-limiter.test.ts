import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SharedCounts } from '../../src/limit/redis/shared-counts.ts';
import { HAS_REDIS, openRedis } from '../support/redis.ts';
import { createOpenRedisLog, describeSharedLog, openMemoryLog } from './shared-model-runs.ts';

describeSharedLog('in memory', openMemoryLog, 500);

describe.skipIf(!HAS_REDIS)('with a Redis server', () => {
  let server: Awaited<ReturnType<typeof openRedis>>;
  beforeAll(async () => {
    server = await openRedis();
  });
  afterAll(() => server.close());

  describeSharedLog(
    'in Redis',
    createOpenRedisLog(() => server),
    100,
  );
});

describe('what the shared log told', () => {
  const MEDIUM = 60;
  const ask = (cost: number, limit = MEDIUM, key = 'a') => ({ key, limit, cost });

  it('holds for each number until its own instant, whichever was told last', () => {
    const full = { count: 60, untilMs: 100 };
    const eleven = { count: 11, untilMs: 200 };
    for (const order of [
      [full, eleven],
      [eleven, full],
    ]) {
      const counts = new SharedCounts(10);
      for (const told of order) counts.note('a', told, 0);
      expect(counts.findRefusal(ask(1), 0)).toEqual({
        admitted: false,
        remaining: 0,
        resetMs: 100,
      });
      expect(counts.findRefusal(ask(50), 0)).toMatchObject({ remaining: 0, resetMs: 200 });
      expect(counts.findRefusal(ask(49), 99)).toMatchObject({ resetMs: 1 });
      expect(counts.findRefusal(ask(49), 100)).toBeNull();
      expect(counts.findRefusal(ask(1), 100)).toBeNull();
      expect(counts.findRefusal(ask(50), 100)).toMatchObject({ remaining: 49, resetMs: 100 });
      expect(counts.findRefusal(ask(50), 200)).toBeNull();
      expect(counts.findRefusal(ask(1, 300), 0)).toBeNull();
      expect(counts.findRefusal(ask(290, 300), 0)).toMatchObject({ resetMs: 200 });
      expect(counts.findRefusal(ask(1, MEDIUM, 'b'), 0)).toBeNull();
    }
  });

  it('leaves room for what is missing to the limit, once', () => {
    const counts = new SharedCounts(10);
    counts.note('a', { count: 57, untilMs: 100 }, 0);
    expect(counts.findRefusal(ask(4), 0)).toMatchObject({ remaining: 3 });
    for (const cost of [1, 2]) {
      expect(counts.findRefusal(ask(cost), 0)).toBeNull();
      counts.add(ask(cost));
    }
    expect(counts.findRefusal(ask(1), 0)).toMatchObject({ remaining: 0, resetMs: 100 });
  });

  it('has a maximum of keys, and forgets those of the past', () => {
    const counts = new SharedCounts(3);
    const full = { count: MEDIUM, untilMs: 100 };
    for (const key of ['a', 'b', 'c', 'a', 'd']) counts.note(key, full, 0);
    expect(counts.keyCount).toBe(3);
    expect(counts.findRefusal(ask(1, MEDIUM, 'b'), 0)).toBeNull();
    expect(counts.findRefusal(ask(1, MEDIUM, 'a'), 0)).not.toBeNull();
    counts.note('e', { ...full, untilMs: 300 }, 100);
    expect(counts.keyCount).toBe(1);
  });
});
