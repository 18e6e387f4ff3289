import { toNetworks } from '../domain/account/network.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { type ErrorAnswer, HTTP_ERRORS } from './errors.ts';

export const PAGE_WINDOW_MS = 60_000;
export const MAX_PAGES_PER_SUBSCRIBER = 60;
/** A site may be an office or a mobile operator's gateway. */
export const MAX_PAGES_PER_SITE = 600;
/** Of all visitors together, so that pages take a small part of the server from the API. */
export const MAX_PAGES_PER_SECOND = 100;
/**
 * Networks and sites counted at once. Only admitted requests are counted, so that a flood cannot
 * evict a count that is still needed.
 */
export const MAX_COUNTED_NETWORKS = 20_000;

const SECOND_MS = 1_000;
const EVERYBODY = 'everybody';

export type VisitorRefusal = 'tooMany' | 'busy';

const WINDOW_SECONDS = PAGE_WINDOW_MS / 1_000;
/** Answered without throwing an error, which would cost a flood more than its answers. */
export const VISITOR_REFUSALS = {
  tooMany: {
    status: 429,
    error: 'rate_limited',
    message: `Wait ${WINDOW_SECONDS} seconds: too many pages were opened from your network.`,
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  },
  busy: HTTP_ERRORS.unavailable,
} as const satisfies Record<VisitorRefusal, ErrorAnswer>;

/**
 * Counts the pages of each network, and of all, in rolling windows; refused requests do not count.
 * The function returns null for an address that is admitted. `elapsedMs` is a monotonic clock.
 */
export function createVisitorLimit(
  elapsedMs: () => number,
): (address: string) => VisitorRefusal | null {
  const networks = createMemoryLimiter({
    windowMs: PAGE_WINDOW_MS,
    maxLimit: MAX_PAGES_PER_SITE,
    maxKeys: MAX_COUNTED_NETWORKS,
    whenFull: 'evict',
    nowMs: elapsedMs,
  });
  const all = createMemoryLimiter({
    windowMs: SECOND_MS,
    maxLimit: MAX_PAGES_PER_SECOND,
    maxKeys: 1,
    nowMs: elapsedMs,
  });
  return (address) => {
    const { subscriber, site } = toNetworks(address);
    const counts = [
      [`subscriber ${subscriber}`, MAX_PAGES_PER_SUBSCRIBER],
      [`site ${site}`, MAX_PAGES_PER_SITE],
    ] as const;
    if (!counts.every(([key, limit]) => networks.hasRoom(key, limit))) return 'tooMany';
    if (!all.admit(EVERYBODY, MAX_PAGES_PER_SECOND).admitted) return 'busy';
    for (const [key, limit] of counts) networks.admit(key, limit);
    return null;
  };
}
