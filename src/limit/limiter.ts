import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../domain/errors.ts';

/** A limiter's decision on one request, after the request was counted or refused. */
export interface Decision {
  admitted: boolean;
  /** Requests of cost 1 that would still be admitted now. */
  remaining: number;
  /**
   * Milliseconds until the oldest counted request leaves the window. For a refused request this is
   * the time until one of the same cost is admitted again.
   */
  resetMs: number;
}

/**
 * A rolling window per key: in (now − window, now] it admits never more requests of a key than the
 * limit, and refuses none while there is room. Refused requests do not count.
 */
export interface Limiter {
  /**
   * Admits the request as a whole or refuses it as a whole; one that costs more counts as that many
   * requests (default: 1). The limit may differ between calls; requests admitted under another limit
   * still count. An adapter that asks another machine returns a promise. Throws a RangeError for a
   * key, a limit or a cost out of bounds, and Unavailable when it cannot decide.
   */
  admit(key: string, limit: number, cost?: number): Decision | Promise<Decision>;
  /**
   * The requests of the key that count now; counts none itself. Null when only other processes
   * know. Throws as `admit` does.
   */
  peek(key: string): number | null | Promise<number | null>;
  /** True while it decides without the counts shared with other processes. */
  readonly degraded: boolean;
  close(): Promise<void>;
}

/** How long a page waits for a number that it can also leave out. */
const PEEK_TIMEOUT_MS = 300;

/** The requests of a key that count now; null if the limiter does not answer in time. */
type Peek = (key: string) => Promise<number | null>;

export function createPeek(limiter: Pick<Limiter, 'peek'>, timeoutMs = PEEK_TIMEOUT_MS): Peek {
  return async (key) => {
    try {
      return await Promise.race([limiter.peek(key), sleep(timeoutMs, null, { ref: false })]);
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  };
}
