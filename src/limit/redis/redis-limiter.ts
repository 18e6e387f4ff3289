import type { Decision, Limiter } from '../limiter.ts';
import type { RingOptions } from '../ring.ts';
import { RollingWindow, toSteadyClock } from '../rolling-window.ts';
import { REDIS_CLOCK, type ScriptReply, toAdmitScript } from './admit-script.ts';
import { type LinkChange, RedisLink } from './redis-link.ts';

const DEFAULT_PREFIX = 'registru:limit:';
/** Questions to Redis for one request; a second one is needed in a race alone. */
const MAX_ATTEMPTS = 3;

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

  /** By key, the requests that Redis has been asked to count and has not answered. */
  const pending = new Map<string, number>();
  function changePending(key: string, by: number): void {
    const count = (pending.get(key) ?? 0) + by;
    if (count > 0) pending.set(key, count);
    else pending.delete(key);
  }

  async function admit(key: string, limit: number, attempt = 1): Promise<Decision> {
    const askedMs = readClock();
    const refusal = window.findRefusal(key, limit, askedMs);
    // Where those on their way may take the last places here Redis is asked without counting:
    // what it counted and this process then refused would take places from the others.
    const isTight = window.countOf(key) + (pending.get(key) ?? 0) >= limit;
    if (!isTight) changePending(key, 1);
    const reply = await link.ask(prefix + key, limit, !isTight);
    if (!isTight) changePending(key, -1);
    const nowMs = readClock();
    if (reply === null) {
      // What Redis refused lately it would refuse again, so a hiccup of Redis lets nothing in.
      return window.findKnownRefusal(key, limit, nowMs) ?? window.admit(key, limit, nowMs);
    }
    const shared = toDecision(reply, limit);
    if (shared.admitted) {
      // Noted as of before the question, so that it never leaves this log later than Redis's,
      // and this log never refuses what Redis has room for.
      return toStricter(shared, window.admit(key, limit, nowMs, askedMs));
    }
    if (shared.remaining === 0) window.noteFull(key, limit, askedMs + shared.resetMs);
    if (refusal !== null) return toStricter(refusal, shared);
    // Replies come in the order of the questions: those that were on their way have theirs.
    const hasRoom = shared.remaining > 0 && attempt < MAX_ATTEMPTS;
    return hasRoom ? admit(key, limit, attempt + 1) : { ...shared, remaining: 0 };
  }

  return {
    get degraded() {
      return !link.isShared;
    },
    get keyCount() {
      return window.keyCount;
    },
    known: link.known,
    admit: (key, limit) => admit(key, limit),
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
