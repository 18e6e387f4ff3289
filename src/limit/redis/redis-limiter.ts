import type { Decision, Limiter } from '../limiter.ts';
import type { MemoryLimiterOptions } from '../memory-limiter.ts';
import { RollingWindow, toSteadyClock } from '../rolling-window.ts';
import { REDIS_CLOCK, type ScriptReply, toAdmitScript } from './admit-script.ts';
import { type LinkChange, RedisLink } from './redis-link.ts';

const DEFAULT_PREFIX = 'registru:limit:';
/** Questions to Redis for one request; a second one is needed in a race alone. */
const MAX_ATTEMPTS = 3;

export interface RedisLimiterOptions extends MemoryLimiterOptions {
  /** `redis://` or `rediss://`, with user, password and database where Redis wants them. */
  url: string;
  /** No other process has the same. */
  processId: string;
  /** Told of each change, never before the constructor has returned. */
  onChange: (change: LinkChange) => void;
  /** What the keys in Redis begin with. */
  prefix?: string;
  /** A Lua expression for the microseconds of the clock that all processes share. */
  sharedClock?: string;
}

/**
 * The limiter of several processes: a log in Redis, and one of this process's own admissions. An
 * admission needs room in both and goes into both, so that a process whose Redis is away or was
 * emptied is still held by what it admitted itself: all processes together never admit more than
 * processes × limit in a window, and never more than the limit while Redis has the whole window.
 */
export class RedisLimiter implements Limiter {
  readonly #prefix: string;
  readonly #window: RollingWindow;
  readonly #readClock: () => number;
  readonly #link: RedisLink;
  /** By key, the requests that Redis has been asked to count and has not answered. */
  readonly #pending = new Map<string, number>();

  constructor(options: RedisLimiterOptions) {
    const { url, windowMs, maxLimit, onChange, prefix = DEFAULT_PREFIX } = options;
    this.#prefix = prefix;
    this.#window = new RollingWindow(options);
    this.#readClock = toSteadyClock(options.nowMs);
    this.#link = new RedisLink({
      url,
      script: toAdmitScript(options.sharedClock ?? REDIS_CLOCK),
      windowMs,
      maxLimit,
      beatKey: `${prefix}process:${options.processId}`,
      nowMs: () => performance.now(),
      onChange,
    });
  }

  get degraded(): boolean {
    return !this.#link.isShared;
  }

  /** Keys in the memory of this process. */
  get keyCount(): number {
    return this.#window.keyCount;
  }

  /** Resolves when it is known whether Redis counts, within some two seconds. */
  get known(): Promise<void> {
    return this.#link.known;
  }

  admit(key: string, limit: number): Promise<Decision> {
    return this.#admit(key, limit, 1);
  }

  async close(): Promise<void> {
    this.#window.close();
    this.#link.close();
  }

  async #admit(key: string, limit: number, attempt: number): Promise<Decision> {
    const window = this.#window;
    const askedMs = this.#readClock();
    const refusal = window.findRefusal(key, limit, askedMs);
    // Where those on their way may take the last places here Redis is asked without counting:
    // what it counted and this process then refused would take places from the others.
    const counts = window.countOf(key) + (this.#pending.get(key) ?? 0) < limit;
    if (counts) this.#changePending(key, 1);
    const reply = await this.#link.ask(this.#prefix + key, limit, counts);
    if (counts) this.#changePending(key, -1);
    const nowMs = this.#readClock();
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
    return hasRoom ? this.#admit(key, limit, attempt + 1) : { ...shared, remaining: 0 };
  }

  #changePending(key: string, by: number): void {
    const count = (this.#pending.get(key) ?? 0) + by;
    if (count > 0) this.#pending.set(key, count);
    else this.#pending.delete(key);
  }
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
