import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MEDIUM, WINDOW_MS } from '../../limit/contract.ts';
import { countMost } from '../../limit/hammer.ts';
import { HAS_REDIS, openTestRedis } from '../../support/redis.ts';
import { startServers } from './sharing-servers.ts';

describe.skipIf(!HAS_REDIS)('four servers that share a Redis', () => {
  it('admit the limit in any real minute, and as much as that', async () => {
    const { port } = await openTestRedis();
    const { servers, statuses, hammerAll } = await startServers(
      [port, port, port, port],
      // Servers of one machine wait for its processors.
      { REDIS_TIMEOUT_MS: '900' },
    );
    const { admissions, fault } = await hammerAll(sleep(WINDOW_MS * 2.1));
    const most = countMost(admissions, WINDOW_MS);
    expect(fault).toBeNull();
    expect([...statuses.keys()].toSorted()).toEqual([200, 429]);
    expect([admissions.length, most]).toEqual([3 * MEDIUM, MEDIUM]);
    for (const { child } of servers) child.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 0, 0, 0]);
  });
});
