import { Unavailable } from '../domain/unavailable.ts';
import { ActiveKeys } from './active-keys.ts';
import type { Decision, Limiter } from './limiter.ts';

/** Longer than any hash of a key; bounds what one key can take of memory. */
const MAX_KEY_LENGTH = 128;
/** V8's Map holds no more. */
const MAX_MAP_SIZE = 2 ** 24;

export interface RingOptions {
  /** A request counts for this long. */
  windowMs: number;
  /** The highest limit of any plan: so many admissions of a key are remembered whatever its plan. */
  maxLimit: number;
  /** Keys with an admission in the window; a new key beyond them is refused with Unavailable. */
  maxKeys: number;
  /** A monotonic clock, such as `performance.now`. */
  nowMs: () => number;
}

export interface Ring extends Limiter {
  admit(key: string, limit: number): Decision;
  /** Keys in memory, for a metric. */
  readonly keyCount: number;
}

/** The limiter of one process: what it counted is gone when the process ends. */
export function createRing(options: RingOptions): Ring {
  const { windowMs, maxLimit, maxKeys } = options;
  assertWhole('windowMs', windowMs, Number.MAX_SAFE_INTEGER);
  assertWhole('maxLimit', maxLimit, Number.MAX_SAFE_INTEGER);
  assertWhole('maxKeys', maxKeys, MAX_MAP_SIZE);
  const readClock = toSteadyClock(options.nowMs);
  const keys = new ActiveKeys({ maxLimit, maxKeys, windowMs });
  let closed = false;

  return {
    degraded: false,
    get keyCount() {
      return keys.size;
    },
    admit(key, limit) {
      assertKey(key);
      assertWhole('limit', limit, maxLimit);
      if (closed) throw new Unavailable('the limiter is closed: the service is stopping');
      const nowMs = readClock();
      keys.forgetIdle(nowMs);
      const entry = keys.open(key);
      const { log } = entry;
      log.forgetExpired(nowMs, windowMs);
      const admitted = log.count < limit;
      if (admitted) keys.record(entry, nowMs);
      // After a change to a lower limit more than `limit` are in the window, and what a client
      // waits for is not the oldest of them but the one whose leaving makes room.
      const oldestMs = log.newestMs(Math.min(log.count, limit));
      return {
        admitted,
        remaining: Math.max(0, limit - log.count),
        // Sums of fractions round: by themselves they might come to a hair over the window.
        resetMs: Math.min(windowMs, oldestMs + windowMs - nowMs),
      };
    },
    async close() {
      closed = true;
      keys.clear();
    },
  };
}

/** Held at the latest instant seen: going back would bring requests into the window again. */
function toSteadyClock(nowMs: () => number): () => number {
  let latestMs = Number.NEGATIVE_INFINITY;
  return () => {
    const readMs = nowMs();
    if (!Number.isFinite(readMs)) {
      throw new RangeError(`the clock must give finite milliseconds, got ${readMs}`);
    }
    if (readMs > latestMs) latestMs = readMs;
    return latestMs;
  };
}

function assertKey(key: string): void {
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return;
  throw new RangeError(
    `key must have 1 to ${MAX_KEY_LENGTH} characters, got ${key.length}: pass the key's hash`,
  );
}

function assertWhole(name: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw new RangeError(`${name} must be a whole number from 1 to ${max}, got ${value}`);
}
