import { LRUCache } from 'lru-cache';
import { Unavailable } from '../domain/errors.ts';
import { AdmissionLog } from './admission-log.ts';
import type { Decision } from './limiter.ts';

/** Bounds the memory of one key; longer than the hash of any key. */
const MAX_KEY_LENGTH = 128;
/** V8's Map holds no more. */
const MAX_MAP_SIZE = 2 ** 24;
/** Keys removed in one call, so that a burst of keys that go idle causes no pause. */
export const MAX_REMOVED_PER_CALL = 100;

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
  /**
   * The keys with an admission in the window, ordered by the latest one. (Not a Map: finding its
   * first entry skips every deleted one.)
   */
  readonly #keys: LRUCache<string, AdmissionLog>;
  /** When the key that was idlest at the last check goes idle; before, there is none to remove. */
  #nextIdleMs = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: WindowOptions) {
    assertWhole('windowMs', options.windowMs, Number.MAX_SAFE_INTEGER);
    assertWhole('maxLimit', options.maxLimit, Number.MAX_SAFE_INTEGER);
    assertWhole('maxKeys', options.maxKeys, MAX_MAP_SIZE);
    this.#options = options;
    // With `max` all slots would be allocated at once, which would add 20 ms to every start.
    this.#keys = new LRUCache({ maxSize: options.maxKeys, sizeCalculation: () => 1 });
  }

  get keyCount(): number {
    return this.#keys.size;
  }

  /** The key's admissions in the window. */
  countAt(key: string, nowMs: number): number {
    this.#prepare({ key, limit: this.#options.maxLimit, cost: 1 }, nowMs);
    const log = this.#keys.peek(key);
    log?.removeExpired(nowMs, this.#options.windowMs);
    return log?.count ?? 0;
  }

  /** Admits the request if there is room now, and counts it as of `atMs`, which is not after now. */
  admit(request: LimitedRequest, nowMs: number, atMs = nowMs): Decision {
    this.#prepare(request, nowMs);
    const { key, cost } = request;
    const log = this.#find(key) ?? this.#add(key);
    log.removeExpired(nowMs, this.#options.windowMs);
    const admitted = log.count + cost <= request.limit;
    if (admitted) {
      const countedMs = log.count === 0 ? atMs : Math.max(atMs, log.newestMs(1));
      for (let added = 0; added < cost; added++) log.add(countedMs);
      // Makes it the latest one.
      this.#keys.get(key);
    }
    return this.#decide(log, request, admitted, nowMs);
  }

  /** The refusal that the request would get now; null while there is room. Counts nothing. */
  findRefusal(request: LimitedRequest, nowMs: number): Decision | null {
    this.#prepare(request, nowMs);
    const log = this.#find(request.key);
    log?.removeExpired(nowMs, this.#options.windowMs);
    if (log === undefined || log.count + request.cost <= request.limit) return null;
    return this.#decide(log, request, false, nowMs);
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
    this.#removeIdle(nowMs);
  }

  /** The key's log, if there is one. Unavailable if there is none and no room to add it. */
  #find(key: string): AdmissionLog | undefined {
    const { maxKeys, windowMs, whenFull } = this.#options;
    const known = this.#keys.peek(key);
    if (known === undefined && this.#keys.size >= maxKeys && whenFull !== 'evict') {
      // Admitting it uncounted would break its limit; evicting another key would break that one's.
      throw new Unavailable(
        `the limiter is full with ${maxKeys} keys that were all admitted in the last ` +
          `${windowMs} ms: try again later or raise maxKeys`,
      );
    }
    return known;
  }

  #add(key: string): AdmissionLog {
    const log = new AdmissionLog(this.#options.maxLimit);
    this.#keys.set(key, log);
    return log;
  }

  /** Removes keys whose latest admission has left the window. */
  #removeIdle(nowMs: number): void {
    if (nowMs < this.#nextIdleMs) return;
    for (let count = 0; count < MAX_REMOVED_PER_CALL; count++) {
      const [idlest] = this.#keys.rkeys();
      if (idlest === undefined) return;
      const latestMs = this.#keys.peek(idlest)?.newestMs(1) ?? Number.NaN;
      const idleMs = latestMs + this.#options.windowMs;
      if (idleMs > nowMs) {
        this.#nextIdleMs = idleMs;
        return;
      }
      this.#keys.delete(idlest);
    }
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
