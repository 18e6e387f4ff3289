import { toNetworks } from '../domain/account/network.ts';
import { LIMIT_WINDOW_MS, TEST_KEY_TIER, TIER_LIMITS } from '../domain/account/plan.ts';
import type { Decision } from '../limit/limiter.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';

/** The most requests of all networks in a window: the test key uses little of the server. */
export const MAX_TEST_KEY_REQUESTS = 3_000;
const EVERYBODY = 'everybody';

/**
 * Counts the requests with the public test key by network (IPv6: /64), as a key's requests are
 * counted, and those of all together. `elapsedMs` is a monotonic clock.
 */
export function createTestKeyLimit(elapsedMs: () => number): (address: string) => Decision {
  const common = { windowMs: LIMIT_WINDOW_MS, nowMs: elapsedMs } as const;
  const limit = TIER_LIMITS[TEST_KEY_TIER];
  const networks = createMemoryLimiter({
    ...common,
    maxLimit: limit,
    // Only admitted requests are counted, so that there are never more networks with a count.
    maxKeys: MAX_TEST_KEY_REQUESTS,
    whenFull: 'evict',
  });
  const all = createMemoryLimiter({ ...common, maxLimit: MAX_TEST_KEY_REQUESTS, maxKeys: 1 });
  return (address) => {
    const { subscriber } = toNetworks(address);
    if (networks.hasRoom(subscriber, limit)) {
      const decision = all.admit(EVERYBODY, MAX_TEST_KEY_REQUESTS);
      if (!decision.admitted) return decision;
    }
    return networks.admit(subscriber, limit);
  };
}
