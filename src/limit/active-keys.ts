import { Unavailable } from '../domain/errors.ts';
import { AdmissionLog } from './admission-log.ts';

/** Keys forgotten in one call, some 20 µs of work: a burst that goes idle makes no pause. */
export const MAX_FORGOTTEN_PER_CALL = 100;

export interface ActiveKeysOptions {
  maxLimit: number;
  maxKeys: number;
  windowMs: number;
  whenFull?: 'refuse' | 'evict';
}

/** A key's log, in a circle between the keys that were last admitted before and after it. */
export class ActiveKey {
  readonly key: string;
  readonly log: AdmissionLog;
  /** No room for this limit, before this instant, in the log that processes share. */
  full = { limit: 0, untilMs: 0 };
  older: ActiveKey = this;
  newer: ActiveKey = this;

  constructor(key: string, log: AdmissionLog) {
    this.key = key;
    this.log = log;
  }
}

/**
 * The keys with an admission in the window, in the order of their latest one, so that the one
 * to forget first is always known. (A Map's own order does not serve: looking for its first entry
 * passes over every deleted one.)
 */
export class ActiveKeys {
  readonly #maxLimit: number;
  readonly #maxKeys: number;
  readonly #windowMs: number;
  readonly #evicts: boolean;
  readonly #byKey = new Map<string, ActiveKey>();
  /** Closes the circle: `newer` is the key that was idle longest, `older` the latest one. */
  readonly #ends: ActiveKey;

  constructor(options: ActiveKeysOptions) {
    this.#maxLimit = options.maxLimit;
    this.#maxKeys = options.maxKeys;
    this.#windowMs = options.windowMs;
    this.#evicts = options.whenFull === 'evict';
    this.#ends = new ActiveKey('', new AdmissionLog(0));
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** The key's entry, if it has one. Unavailable when there is no place for a new one either. */
  find(key: string): ActiveKey | undefined {
    const known = this.#byKey.get(key);
    if (known === undefined && this.#byKey.size >= this.#maxKeys && !this.#evicts) {
      // Letting it through uncounted would break its own limit, taking a place another's.
      throw new Unavailable(
        `the limiter is full with ${this.#maxKeys} keys that were all admitted in the last ` +
          `${this.#windowMs} ms: try again later or raise maxKeys`,
      );
    }
    return known;
  }

  /** The key's entry, a new one where there is none. Unavailable where a full one refuses. */
  open(key: string): ActiveKey {
    const known = this.find(key);
    if (known !== undefined) return known;
    if (this.#byKey.size >= this.#maxKeys) this.#forget(this.#ends.newer);
    const entry = new ActiveKey(key, new AdmissionLog(this.#maxLimit));
    this.#byKey.set(key, entry);
    return entry;
  }

  /** Adds an admission, which makes the key the latest one. */
  record(entry: ActiveKey, atMs: number): void {
    entry.log.add(atMs);
    if (this.#ends.older === entry) return;
    unlink(entry);
    linkBefore(this.#ends, entry);
  }

  /** Lets go of keys whose latest admission has left the window. */
  forgetIdle(nowMs: number): void {
    for (let count = 0; count < MAX_FORGOTTEN_PER_CALL; count++) {
      const idlest = this.#ends.newer;
      if (idlest === this.#ends || idlest.log.newestMs(1) + this.#windowMs > nowMs) return;
      this.#forget(idlest);
    }
  }

  clear(): void {
    this.#byKey.clear();
    this.#ends.older = this.#ends;
    this.#ends.newer = this.#ends;
  }

  #forget(entry: ActiveKey): void {
    unlink(entry);
    this.#byKey.delete(entry.key);
  }
}

function unlink(entry: ActiveKey): void {
  entry.older.newer = entry.newer;
  entry.newer.older = entry.older;
}

function linkBefore(next: ActiveKey, entry: ActiveKey): void {
  entry.older = next.older;
  entry.newer = next;
  next.older.newer = entry;
  next.older = entry;
}
