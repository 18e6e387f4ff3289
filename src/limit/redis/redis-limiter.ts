import type { Decision, Limiter } from '../limiter.ts';
import type { MemoryLimiterOptions } from '../memory-limiter.ts';
import { type LimitedRequest, RollingWindow } from '../rolling-window.ts';
import { REDIS_CLOCK, type ScriptReply, toAdmitScript } from './admit-script.ts';
import { type LinkChange, RedisLink } from './redis-link.ts';

const DEFAULT_PREFIX = 'registru:limit:';
/** Questions to Redis for one request; more than one is needed only after a race. */
const MAX_ATTEMPTS = 3;

interface RedisLimiterOptions extends MemoryLimiterOptions {
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
    this.#readClock = options.nowMs;
    this.#link = new RedisLink({
      url,
      script: toAdmitScript({ clock: options.sharedClock ?? REDIS_CLOCK, windowMs, maxLimit }),
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

  admit(key: string, limit: number, cost = 1): Promise<Decision> {
    return this.#admit({ key, limit, cost }, 1);
  }

  /** Null without Redis: this process knows its own admissions only. */
  async peek(key: string): Promise<number | null> {
    const question = { key: this.#prefix + key, limit: this.#maxLimit, cost: 1 };
    const [, count = null] = (await this.#link.ask(question, false)) ?? [];
    return count;
  }

  async close(): Promise<void> {
    this.#window.close();
    this.#link.close();
  }

  async #admit(request: LimitedRequest, attempt: number): Promise<Decision> {
    const { key, limit, cost } = request;
    const window = this.#window;
    const askedMs = this.#readClock();
    const refusal = window.findRefusal(request, askedMs);
    // If pending requests may take the last slots here, Redis is asked without counting: a request
    // that Redis counted and this process refused would take a slot from other processes.
    const counts = window.countAt(key, askedMs) + (this.#pending.get(key) ?? 0) + cost <= limit;
    if (counts) this.#changePending(key, cost);
    const reply = await this.#link.ask({ ...request, key: this.#prefix + key }, counts);
    if (counts) this.#changePending(key, -cost);
    const nowMs = this.#readClock();
    if (reply === null) {
      // Redis would still refuse what it refused recently, so a short failure admits nothing.
      return window.findKnownRefusal(request, nowMs) ?? window.admit(request, nowMs);
    }
    const shared = toDecision(reply, limit);
    if (shared.admitted) {
      // Counted as of before the question, so that it never leaves this log later than Redis's,
      // and this log never refuses a request that Redis has room for.
      return toStricter(shared, window.admit(request, nowMs, askedMs));
    }
    const hasNoRoom = shared.remaining < cost;
    if (hasNoRoom) window.noteSharedRefusal(request, askedMs + shared.resetMs);
    if (refusal !== null) return toStricter(refusal, shared);
    if (hasNoRoom) return shared;
    // Replies come in the order of the questions, so earlier questions have theirs.
    return attempt < MAX_ATTEMPTS ? this.#admit(request, attempt + 1) : { ...shared, remaining: 0 };
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
