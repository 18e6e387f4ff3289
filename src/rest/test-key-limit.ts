import { toNetworks } from '../domain/account/network.ts';
import { LIMIT_WINDOW_MS, TEST_KEY_TIER, TIER_LIMITS } from '../domain/account/plan.ts';
import type { Decision } from '../limit/limiter.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { MAX_PAGES_PER_SITE } from '../web/page-limits.ts';

/** The most requests of all networks in a window: the test key uses little of the server. */
export const MAX_TEST_KEY_REQUESTS = 3_000;
/** The most of a site, so that nobody with many networks uses up what all share. */
const MAX_REQUESTS_PER_SITE = MAX_PAGES_PER_SITE;
const EVERYBODY = 'everybody';

/**
 * Counts the requests with the public test key by network, as a key's requests are counted, by site
 * as pages are, and those of all together. `elapsedMs` is a monotonic clock.
 */
export function createTestKeyLimit(
  elapsedMs: () => number,
): (address: string, cost?: number) => Decision {
  const common = { windowMs: LIMIT_WINDOW_MS, nowMs: elapsedMs } as const;
  const networks = createMemoryLimiter({
    ...common,
    maxLimit: MAX_REQUESTS_PER_SITE,
    // Only admitted requests are counted, so that there are never more networks with a count, each
    // with its site.
    maxKeys: 2 * MAX_TEST_KEY_REQUESTS,
    whenFull: 'evict',
  });
  const all = createMemoryLimiter({ ...common, maxLimit: MAX_TEST_KEY_REQUESTS, maxKeys: 1 });
  return (address, cost = 1) => {
    const { subscriber, site } = toNetworks(address);
    const counts = [
      { limiter: networks, key: `subscriber ${subscriber}`, limit: TIER_LIMITS[TEST_KEY_TIER] },
      { limiter: networks, key: `site ${site}`, limit: MAX_REQUESTS_PER_SITE },
      { limiter: all, key: EVERYBODY, limit: MAX_TEST_KEY_REQUESTS },
    ];
    const full = counts.find(({ limiter, key, limit }) => !limiter.hasRoom(key, limit, cost));
    const asked = full === undefined ? counts : [full];
    const decisions = asked.map(({ limiter, key, limit }) => limiter.admit(key, limit, cost));
    const left = counts.map(({ limiter, key, limit }) => limit - limiter.peek(key));
    return {
      admitted: full === undefined,
      remaining: Math.min(...left),
      resetMs: Math.max(...decisions.map(({ resetMs }) => resetMs)),
    };
  };
}
