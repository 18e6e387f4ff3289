import type { Decision, Limiter } from '../limiter.ts';
import type { RingOptions } from '../ring.ts';
import { RollingWindow, toSteadyClock } from '../rolling-window.ts';
import { REDIS_CLOCK, type ScriptReply, toAdmitScript } from './admit-script.ts';
import { type LinkChange, RedisLink } from './redis-link.ts';

const DEFAULT_PREFIX = 'registru:limit:';

export interface RedisLimiterOptions extends RingOptions {
  /** `redis://` or `rediss://`, with user, password and database where Redis wants them. */
  url: string;
  /** No other process has the same. */
  processId: string;
  /** Told of each change, never before this call has returned. */
  onChange: (change: LinkChange) => void;
  /** What the keys in Redis begin with. */
  prefix?: string;
  /** A Lua expression for the microseconds of the clock that all processes share. */
  sharedClock?: string;
}

export interface RedisLimiter extends Limiter {
  admit(key: string, limit: number): Promise<Decision>;
  /** Keys in the memory of this process. */
  readonly keyCount: number;
  /** Resolves when it is known whether Redis counts, within some two seconds. */
  readonly known: Promise<void>;
}

/**
 * The limiter of several processes: a log in Redis, and one of this process's own admissions. An
 * admission needs room in both and goes into both, so that a process whose Redis is away or was
 * emptied is still held by what it admitted itself: all processes together never admit more than
 * processes × limit in a window, and never more than the limit while Redis has the whole window.
 */
export function createRedisLimiter(options: RedisLimiterOptions): RedisLimiter {
  const { url, windowMs, maxLimit, nowMs, onChange, prefix = DEFAULT_PREFIX } = options;
  const window = new RollingWindow(options);
  const readClock = toSteadyClock(nowMs);
  const link = new RedisLink({
    url,
    script: toAdmitScript(options.sharedClock ?? REDIS_CLOCK),
    windowMs,
    maxLimit,
    beatKey: `${prefix}process:${options.processId}`,
    nowMs: () => performance.now(),
    onChange,
  });

  return {
    get degraded() {
      return !link.isShared;
    },
    get keyCount() {
      return window.keyCount;
    },
    known: link.known,
    async admit(key, limit) {
      const askedMs = readClock();
      const refusal = window.findRefusal(key, limit, askedMs);
      const reply = await link.ask(prefix + key, limit, refusal === null);
      if (reply === null) return window.admit(key, limit, readClock());
      const shared = toDecision(reply, limit);
      if (!shared.admitted) return refusal === null ? shared : toStricter(refusal, shared);
      // Noted as of before the question, so that it never leaves this log later than Redis's,
      // and this log never refuses what Redis has room for.
      return toStricter(shared, window.admit(key, limit, readClock(), askedMs));
    },
    async close() {
      window.close();
      link.close();
    },
  };
}

function toDecision([admitted, count, resetMicros]: ScriptReply, limit: number): Decision {
  return {
    admitted: admitted === 1,
    remaining: Math.max(0, limit - count),
    resetMs: resetMicros / 1_000,
  };
}

function toStricter(one: Decision, other: Decision): Decision {
  if (one.admitted !== other.admitted) return one.admitted ? other : one;
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return one.resetMs >= other.resetMs ? one : other;
}
