import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SharedRefusals } from '../../src/limit/redis/shared-refusals.ts';
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

describe('what the shared log refused', () => {
  const MEDIUM = 60;
  const ask = (cost: number, limit = MEDIUM, key = 'a') => ({ key, limit, cost });

  it('holds for each cost until its own instant, whichever was refused last', () => {
    for (const order of [
      [1, 50],
      [50, 1],
    ]) {
      const refusals = new SharedRefusals(10);
      for (const cost of order) refusals.note(ask(cost), cost === 1 ? 100 : 200, 0);
      expect(refusals.find(ask(1), 0)).toEqual({ admitted: false, remaining: 0, resetMs: 100 });
      expect(refusals.find(ask(50), 0)).toEqual({ admitted: false, remaining: 0, resetMs: 200 });
      expect(refusals.find(ask(49), 99)).toMatchObject({ resetMs: 1 });
      expect(refusals.find(ask(49), 100)).toBeNull();
      expect(refusals.find(ask(1), 100)).toBeNull();
      expect(refusals.find(ask(50), 100)).toEqual({ admitted: false, remaining: 49, resetMs: 100 });
      expect(refusals.find(ask(50), 200)).toBeNull();
      expect(refusals.find(ask(1, 300), 0)).toBeNull();
      expect(refusals.find(ask(290, 300), 0)).toMatchObject({ resetMs: 200 });
      expect(refusals.find(ask(1, MEDIUM, 'b'), 0)).toBeNull();
    }
  });

  it('has a maximum of keys, and forgets those of the past', () => {
    const refusals = new SharedRefusals(3);
    for (const key of ['a', 'b', 'c', 'a', 'd']) refusals.note(ask(1, MEDIUM, key), 100, 0);
    expect(refusals.keyCount).toBe(3);
    expect(refusals.find(ask(1, MEDIUM, 'b'), 0)).toBeNull();
    expect(refusals.find(ask(1, MEDIUM, 'a'), 0)).not.toBeNull();
    refusals.note(ask(1, MEDIUM, 'e'), 300, 100);
    expect(refusals.keyCount).toBe(1);
  });
});
