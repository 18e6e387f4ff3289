import { Unavailable } from '../domain/errors.ts';
import { ActiveKeys } from './active-keys.ts';
import type { AdmissionLog } from './admission-log.ts';
import type { Decision } from './limiter.ts';

/** Bounds the memory of one key; longer than the hash of any key. */
const MAX_KEY_LENGTH = 128;
/** V8's Map holds no more. */
const MAX_MAP_SIZE = 2 ** 24;

export interface WindowOptions {
  /** A request counts for this long. */
  windowMs: number;
  /** The highest limit of any plan; this many admissions are stored for every key. */
  maxLimit: number;
  /** Keys with an admission in the window. */
  maxKeys: number;
  /**
   * How a new key beyond `maxKeys` is treated: refused with Unavailable (the default), or admitted
   * in place of the key that has been idle longest.
   */
  whenFull?: 'refuse' | 'evict';
}

export interface LimitedRequest {
  key: string;
  limit: number;
  /** It counts as this many requests. */
  cost: number;
}

/** The admissions of this process by key. All instants are milliseconds of one clock. */
export class RollingWindow {
  readonly #options: WindowOptions;
  readonly #keys: ActiveKeys;
  #closed = false;

  constructor(options: WindowOptions) {
    assertWhole('windowMs', options.windowMs, Number.MAX_SAFE_INTEGER);
    assertWhole('maxLimit', options.maxLimit, Number.MAX_SAFE_INTEGER);
    assertWhole('maxKeys', options.maxKeys, MAX_MAP_SIZE);
    this.#options = options;
    this.#keys = new ActiveKeys(options);
  }

  get keyCount(): number {
    return this.#keys.size;
  }

  /** The key's admissions in the window. */
  countAt(key: string, nowMs: number): number {
    this.#prepare({ key, limit: this.#options.maxLimit, cost: 1 }, nowMs);
    const log = this.#keys.peek(key)?.log;
    log?.removeExpired(nowMs, this.#options.windowMs);
    return log?.count ?? 0;
  }

  /** Admits the request if there is room now, and counts it as of `atMs`, which is not after now. */
  admit(request: LimitedRequest, nowMs: number, atMs = nowMs): Decision {
    this.#prepare(request, nowMs);
    const entry = this.#keys.open(request.key);
    const { log } = entry;
    log.removeExpired(nowMs, this.#options.windowMs);
    const admitted = log.count + request.cost <= request.limit;
    if (admitted) {
      const countedMs = log.count === 0 ? atMs : Math.max(atMs, log.newestMs(1));
      this.#keys.record(request.key, entry, countedMs, request.cost);
    }
    return this.#decide(log, request, admitted, nowMs);
  }

  /** The refusal that the request would get now; null while there is room. Counts nothing. */
  findRefusal(request: LimitedRequest, nowMs: number): Decision | null {
    this.#prepare(request, nowMs);
    const log = this.#keys.find(request.key)?.log;
    log?.removeExpired(nowMs, this.#options.windowMs);
    if (log === undefined || log.count + request.cost <= request.limit) return null;
    return this.#decide(log, request, false, nowMs);
  }

  /**
   * Notes that the shared log has no room for the request before an instant. Ignored for a key
   * without admissions in this process.
   */
  noteSharedRefusal({ key, limit, cost }: LimitedRequest, untilMs: number): void {
    const entry = this.#keys.find(key);
    if (entry !== undefined) entry.sharedRefusal = { maxCount: limit - cost, untilMs };
  }

  /** The same as `findRefusal`, or else the refusal noted by `noteSharedRefusal`. */
  findKnownRefusal(request: LimitedRequest, nowMs: number): Decision | null {
    const refusal = this.findRefusal(request, nowMs);
    const shared = this.#keys.find(request.key)?.sharedRefusal;
    if (refusal !== null || shared === undefined) return refusal;
    if (request.limit - request.cost > shared.maxCount || shared.untilMs <= nowMs) return null;
    return { admitted: false, remaining: 0, resetMs: shared.untilMs - nowMs };
  }

  /** Every later call throws Unavailable. */
  close(): void {
    this.#closed = true;
    this.#keys.clear();
  }

  #prepare({ key, limit, cost }: LimitedRequest, nowMs: number): void {
    assertKey(key);
    assertWhole('limit', limit, this.#options.maxLimit);
    assertWhole('cost', cost, limit);
    if (this.#closed) throw new Unavailable('the limiter is closed: the service is stopping');
    this.#keys.removeIdle(nowMs);
  }

  #decide(
    log: AdmissionLog,
    { limit, cost }: LimitedRequest,
    admitted: boolean,
    nowMs: number,
  ): Decision {
    // A refused client waits not for the oldest request, but for the one that makes room: others
    // leave before it if the request costs more than one, or after a change to a lower limit.
    const oldestMs = log.newestMs(admitted ? log.count : limit - cost + 1);
    return {
      admitted,
      remaining: Math.max(0, limit - log.count),
      // Rounding of fractions could make it slightly longer than the window.
      resetMs: Math.min(this.#options.windowMs, oldestMs + this.#options.windowMs - nowMs),
    };
  }
}

/** Never goes back, which would bring expired requests into the window again. */
export function toSteadyClock(nowMs: () => number): () => number {
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
