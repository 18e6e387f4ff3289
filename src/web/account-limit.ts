import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { type ErrorAnswer, RefusedRequest } from './errors.ts';

/** Pages and operations of one account in a minute: far more than a person opens. */
export const MAX_HOLDER_REQUESTS = 120;
const HOLDER_WINDOW_MS = 60_000;
/** Accounts counted at once; the least recently counted one is dropped. */
export const MAX_COUNTED_HOLDERS = 20_000;

const TOO_MANY_REQUESTS: ErrorAnswer = {
  status: 429,
  error: 'rate_limited',
  message: `Wait ${HOLDER_WINDOW_MS / 1_000} seconds: your account has sent ${MAX_HOLDER_REQUESTS} requests in this time.`,
  headers: { 'retry-after': String(HOLDER_WINDOW_MS / 1_000) },
};

/**
 * Counts the requests of each signed-in account in a rolling window. The function throws
 * RefusedRequest beyond the limit; refused requests do not count. `elapsedMs` is a monotonic clock.
 */
export function createAccountLimit(elapsedMs: () => number): (accountId: string) => void {
  const limiter = createMemoryLimiter({
    windowMs: HOLDER_WINDOW_MS,
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
