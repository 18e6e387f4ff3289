import type { Decision, Limiter } from '../limiter.ts';
import type { MemoryLimiterOptions } from '../memory-limiter.ts';
import { RollingWindow, toSteadyClock } from '../rolling-window.ts';
import { REDIS_CLOCK, type ScriptReply, toAdmitScript } from './admit-script.ts';
import { type LinkChange, RedisLink } from './redis-link.ts';

const DEFAULT_PREFIX = 'registru:limit:';
/** Questions to Redis for one request; more than one is needed only after a race. */
const MAX_ATTEMPTS = 3;

export interface RedisLimiterOptions extends MemoryLimiterOptions {
  /** `redis://` or `rediss://`, with user, password and database if needed. */
  url: string;
  /** Unique among processes. */
  processId: string;
  /** Called for each change, never before the constructor has returned. */
  onChange: (change: LinkChange) => void;
  /** Prefix of the keys in Redis. */
  prefix?: string;
  /** A Lua expression for the microseconds of the clock that all processes share. */
  sharedClock?: string;
}

/**
 * The limiter of several processes: a shared log in Redis, and a log of this process's own
 * admissions. An admission needs room in both and goes into both. A process whose Redis is lost or
 * emptied still enforces its own log, so all processes together never admit more than
 * processes × limit in a window, and never more than the limit while Redis has the whole window.
 */
export class RedisLimiter implements Limiter {
  readonly #prefix: string;
  readonly #maxLimit: number;
  readonly #window: RollingWindow;
  readonly #readClock: () => number;
  readonly #link: RedisLink;
  /** By key, the requests that Redis was asked to count and has not answered. */
  readonly #pending = new Map<string, number>();

  constructor(options: RedisLimiterOptions) {
    const { url, windowMs, maxLimit, onChange, prefix = DEFAULT_PREFIX } = options;
    this.#prefix = prefix;
    this.#maxLimit = maxLimit;
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

  /** Resolves when it is known whether Redis counts, within about two seconds. */
  get known(): Promise<void> {
    return this.#link.known;
  }

  admit(key: string, limit: number): Promise<Decision> {
    return this.#admit(key, limit, 1);
  }

  /** Null without Redis: this process knows its own admissions only. */
  async peek(key: string): Promise<number | null> {
    const [, count = null] =
      (await this.#link.ask(this.#prefix + key, this.#maxLimit, false)) ?? [];
    return count;
  }

  async close(): Promise<void> {
    this.#window.close();
    this.#link.close();
  }

  async #admit(key: string, limit: number, attempt: number): Promise<Decision> {
    const window = this.#window;
    const askedMs = this.#readClock();
    const refusal = window.findRefusal(key, limit, askedMs);
    // If pending requests may take the last places here, Redis is asked without counting: a request
    // that Redis counted and this process refused would take a place from other processes.
    const counts = window.countOf(key) + (this.#pending.get(key) ?? 0) < limit;
    if (counts) this.#changePending(key, 1);
    const reply = await this.#link.ask(this.#prefix + key, limit, counts);
    if (counts) this.#changePending(key, -1);
    const nowMs = this.#readClock();
    if (reply === null) {
      // Redis would still refuse what it refused recently, so a short failure admits nothing.
      return window.findKnownRefusal(key, limit, nowMs) ?? window.admit(key, limit, nowMs);
    }
    const shared = toDecision(reply, limit);
    if (shared.admitted) {
      // Counted as of before the question, so that it never leaves this log later than Redis's,
      // and this log never refuses a request that Redis has room for.
      return toStricter(shared, window.admit(key, limit, nowMs, askedMs));
    }
    if (shared.remaining === 0) window.noteSharedRefusal(key, limit, askedMs + shared.resetMs);
    if (refusal !== null) return toStricter(refusal, shared);
    // Replies come in the order of the questions, so earlier questions have theirs.
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
