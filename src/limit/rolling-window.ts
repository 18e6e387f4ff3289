import { Unavailable } from '../domain/errors.ts';
import { ActiveKeys } from './active-keys.ts';
import type { AdmissionLog } from './admission-log.ts';
import type { Decision } from './limiter.ts';

/** Longer than any hash of a key; bounds what one key can take of memory. */
const MAX_KEY_LENGTH = 128;
/** V8's Map holds no more. */
const MAX_MAP_SIZE = 2 ** 24;

export interface WindowOptions {
  /** A request counts for this long. */
  windowMs: number;
  /** The highest limit of any plan: so many admissions of a key are remembered whatever its plan. */
  maxLimit: number;
  /** Keys with an admission in the window. */
  maxKeys: number;
  /**
   * What a new key beyond them meets: it is refused with Unavailable, which is the default, or it
   * takes the place of the key that was admitted longest ago.
   */
  whenFull?: 'refuse' | 'evict';
}

/** The admissions of this process, by key. Instants are those of one clock, in milliseconds. */
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

  /** Admissions of the key that counted when it was last looked at. */
  countOf(key: string): number {
    return this.#keys.find(key)?.log.count ?? 0;
  }

  /** Counts the request as one of `atMs`, an instant up to now, where there is room for it now. */
  admit(key: string, limit: number, nowMs: number, atMs = nowMs): Decision {
    this.#prepare(key, limit, nowMs);
    const entry = this.#keys.open(key);
    const { log } = entry;
    log.forgetExpired(nowMs, this.#options.windowMs);
    const admitted = log.count < limit;
    if (admitted)
      this.#keys.record(entry, log.count === 0 ? atMs : Math.max(atMs, log.newestMs(1)));
    return this.#decide(log, limit, admitted, nowMs);
  }

  /** The refusal that a request would meet now; null while there is room. Counts nothing. */
  findRefusal(key: string, limit: number, nowMs: number): Decision | null {
    this.#prepare(key, limit, nowMs);
    const log = this.#keys.find(key)?.log;
    log?.forgetExpired(nowMs, this.#options.windowMs);
    if (log === undefined || log.count < limit) return null;
    return this.#decide(log, limit, false, nowMs);
  }

  /**
   * Keeps in mind that the log which processes share has no room for the limit before an instant.
   * Of a key that has no admission here nothing is kept.
   */
  noteFull(key: string, limit: number, untilMs: number): void {
    const entry = this.#keys.find(key);
    if (entry !== undefined) entry.full = { limit, untilMs };
  }

  /** The same as `findRefusal`, or else what `noteFull` has kept. */
  findKnownRefusal(key: string, limit: number, nowMs: number): Decision | null {
    const refusal = this.findRefusal(key, limit, nowMs);
    const full = this.#keys.find(key)?.full;
    if (refusal !== null || full === undefined) return refusal;
    if (limit > full.limit || full.untilMs <= nowMs) return null;
    return { admitted: false, remaining: 0, resetMs: full.untilMs - nowMs };
  }

  /** From now on it only throws Unavailable. */
  close(): void {
    this.#closed = true;
    this.#keys.clear();
  }

  #prepare(key: string, limit: number, nowMs: number): void {
    assertKey(key);
    assertWhole('limit', limit, this.#options.maxLimit);
    if (this.#closed) throw new Unavailable('the limiter is closed: the service is stopping');
    this.#keys.forgetIdle(nowMs);
  }

  #decide(log: AdmissionLog, limit: number, admitted: boolean, nowMs: number): Decision {
    // After a change to a lower limit more than `limit` are in the window, and what a client
    // waits for is not the oldest of them but the one whose leaving makes room.
    const oldestMs = log.newestMs(Math.min(log.count, limit));
    return {
      admitted,
      remaining: Math.max(0, limit - log.count),
      // Sums of fractions round: by themselves they might come to a hair over the window.
      resetMs: Math.min(this.#options.windowMs, oldestMs + this.#options.windowMs - nowMs),
    };
  }
}

/** Held at the latest instant seen: going back would bring requests into the window again. */
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
