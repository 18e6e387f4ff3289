import type { Decision, Limiter } from '../limiter.ts';
import type { MemoryLimiterOptions } from '../memory-limiter.ts';
import { type LimitedRequest, RollingWindow } from '../rolling-window.ts';
import type { ScriptReply } from './admit-script.ts';
import { SharedCounts } from './shared-counts.ts';

/** Questions to the shared log for one request; more than one is needed only after a race. */
const MAX_ATTEMPTS = 3;

/** The log of the admissions of all processes. */
export interface SharedLog {
  /** True while it can be asked. */
  readonly isShared: boolean;
  /** Decides on a request, and counts it if told so. Null when it cannot be asked. */
  ask(request: LimitedRequest, counts: boolean): Promise<ScriptReply | null>;
  close(): void;
}

export interface SharedLimiterOptions extends MemoryLimiterOptions {
  log: SharedLog;
  /** Prefix of the keys in the shared log. */
  prefix: string;
}

/**
 * The limiter of several processes: a shared log, and a log of this process's own admissions. An
 * admission needs room in both and goes into both. A process whose shared log is lost or emptied
 * still enforces its own log, so all processes together never admit more than processes × limit in
 * a window, and never more than the limit while the shared log has the whole window. What the shared
 * log told last counts without it, too, until it may have left the window.
 */
export class SharedLimiter implements Limiter {
  readonly #prefix: string;
  readonly #maxLimit: number;
  readonly #window: RollingWindow;
  readonly #counts: SharedCounts;
  readonly #readClock: () => number;
  readonly #log: SharedLog;
  /** By key, the requests that the shared log was asked to count and has not answered. */
  readonly #pending = new Map<string, number>();

  constructor(options: SharedLimiterOptions) {
    this.#prefix = options.prefix;
    this.#maxLimit = options.maxLimit;
    this.#window = new RollingWindow(options);
    this.#counts = new SharedCounts(options.maxKeys);
    this.#readClock = options.nowMs;
    this.#log = options.log;
  }

  get degraded(): boolean {
    return !this.#log.isShared;
  }

  /** Keys with an admission in the memory of this process. */
  get keyCount(): number {
    return this.#window.keyCount;
  }

  admit(key: string, limit: number, cost = 1): Promise<Decision> {
    return this.#admit({ key, limit, cost }, 1);
  }

  /** Null without Redis: this process knows its own admissions only. */
  async peek(key: string): Promise<number | null> {
    const question = { key: this.#prefix + key, limit: this.#maxLimit, cost: 1 };
    const [, count = null] = (await this.#log.ask(question, false)) ?? [];
    return count;
  }

  async close(): Promise<void> {
    this.#window.close();
    this.#counts.clear();
    this.#log.close();
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
    const reply = await this.#log.ask({ ...request, key: this.#prefix + key }, counts);
    if (counts) this.#changePending(key, -cost);
    const nowMs = this.#readClock();
    if (reply === null) return this.#decideAlone(request, nowMs);
    const shared = toDecision(reply, limit);
    // As of after the reply, so that it holds no shorter than the shared log would refuse.
    const [, count, , oldestMicros] = reply;
    this.#counts.note(key, { count, untilMs: nowMs + oldestMicros / 1_000 }, nowMs);
    if (shared.admitted) {
      // Counted as of before the question, so that it never leaves this log later than Redis's,
      // and this log never refuses a request that Redis has room for.
      return toStricter(shared, window.admit(request, nowMs, askedMs));
    }
    const hasNoRoom = shared.remaining < cost;
    if (hasNoRoom) {
      this.#counts.note(key, { count: limit - cost + 1, untilMs: nowMs + shared.resetMs }, nowMs);
    }
    if (refusal !== null) return toStricter(refusal, shared);
    if (hasNoRoom) return shared;
    // Replies come in the order of the questions, so earlier questions have theirs.
    return attempt < MAX_ATTEMPTS ? this.#admit(request, attempt + 1) : { ...shared, remaining: 0 };
  }

  /** What the shared log had still counts, so a short failure admits no more than it would. */
  #decideAlone(request: LimitedRequest, nowMs: number): Decision {
    const own = this.#window.findRefusal(request, nowMs);
    const shared = this.#counts.findRefusal(request, nowMs);
    if (own !== null) return shared === null ? own : toStricter(own, shared);
    if (shared === null) {
      this.#counts.add(request);
      return this.#window.admit(request, nowMs);
    }
    const room = request.limit - this.#window.countAt(request.key, nowMs);
    return { ...shared, remaining: Math.min(shared.remaining, room) };
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
