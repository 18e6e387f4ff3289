import { toNetworks } from '../domain/account/network.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { type ErrorAnswer, HTTP_ERRORS, RefusedRequest } from './errors.ts';

/** The window in which the pages of a network and the requests of an account are counted. */
export const PAGE_WINDOW_MS = 60_000;
export const MAX_PAGES_PER_SUBSCRIBER = 60;
/** A site may be an office or a mobile operator's gateway. */
export const MAX_PAGES_PER_SITE = 600;
/**
 * The same for all visitors together, at most 100 a second, so that pages take little of the server
 * from the API. The window is short because a hundred pages at once would delay the API's answers.
 */
export const BURST_WINDOW_MS = 250;
export const MAX_PAGES_PER_BURST = 25;
/**
 * Networks and sites counted at once. Only admitted requests are counted, so that a flood cannot
 * evict a count that is still needed.
 */
const MAX_COUNTED_NETWORKS = 20_000;

const EVERYBODY = 'everybody';

/** Pages and operations of one account in a minute: far more than a person opens. */
export const MAX_HOLDER_REQUESTS = 120;
/** Accounts counted at once; the least recently counted one is dropped. */
const MAX_COUNTED_HOLDERS = 20_000;

const WINDOW_SECONDS = PAGE_WINDOW_MS / 1_000;
const TOO_MANY_PAGES = toTooMany('too many pages were opened from your network.');
const TOO_MANY_REQUESTS = toTooMany(
  `your account has sent ${MAX_HOLDER_REQUESTS} requests in this time.`,
);

function toTooMany(reason: string): ErrorAnswer {
  return {
    status: 429,
    error: 'rate_limited',
    message: `Wait ${WINDOW_SECONDS} seconds: ${reason}`,
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  };
}

/**
 * Counts the pages of each network, and of all, in rolling windows; refused requests do not count.
 * The function returns null for an address that is admitted, else the answer: throwing an error
 * would cost a flood more. `elapsedMs` is a monotonic clock.
 */
export function createVisitorLimit(
  elapsedMs: () => number,
): (address: string) => ErrorAnswer | null {
  const networks = createMemoryLimiter({
    windowMs: PAGE_WINDOW_MS,
    maxLimit: MAX_PAGES_PER_SITE,
    maxKeys: MAX_COUNTED_NETWORKS,
    whenFull: 'evict',
    nowMs: elapsedMs,
  });
  const all = createMemoryLimiter({
    windowMs: BURST_WINDOW_MS,
    maxLimit: MAX_PAGES_PER_BURST,
    maxKeys: 1,
    nowMs: elapsedMs,
  });
  return (address) => {
    const { subscriber, site } = toNetworks(address);
    const counts = [
      [`subscriber ${subscriber}`, MAX_PAGES_PER_SUBSCRIBER],
      [`site ${site}`, MAX_PAGES_PER_SITE],
    ] as const;
    if (!counts.every(([key, limit]) => networks.hasRoom(key, limit))) return TOO_MANY_PAGES;
    if (!all.admit(EVERYBODY, MAX_PAGES_PER_BURST).admitted) return HTTP_ERRORS.unavailable;
    for (const [key, limit] of counts) networks.admit(key, limit);
    return null;
  };
}

/**
 * Counts the requests of each signed-in account in a rolling window. The function throws
 * RefusedRequest beyond the limit; refused requests do not count. `elapsedMs` is a monotonic clock.
 */
export function createAccountLimit(elapsedMs: () => number): (accountId: string) => void {
  const limiter = createMemoryLimiter({
    windowMs: PAGE_WINDOW_MS,
    maxLimit: MAX_HOLDER_REQUESTS,
    maxKeys: MAX_COUNTED_HOLDERS,
    whenFull: 'evict',
    nowMs: elapsedMs,
  });
  return (accountId) => {
    const { admitted } = limiter.admit(accountId, MAX_HOLDER_REQUESTS);
    if (!admitted) throw new RefusedRequest(TOO_MANY_REQUESTS);
  };
}
