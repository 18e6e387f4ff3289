import { Unavailable } from '../domain/errors.ts';
import { AdmissionLog } from './admission-log.ts';

/** Keys removed in one call, so that a burst of keys that go idle causes no pause. */
export const MAX_REMOVED_PER_CALL = 100;

export interface ActiveKeysOptions {
  maxLimit: number;
  maxKeys: number;
  windowMs: number;
  whenFull?: 'refuse' | 'evict';
}

/** A key with its log, linked in a circle between the keys admitted before and after it. */
export class ActiveKey {
  readonly key: string;
  readonly log: AdmissionLog;
  /** The last refusal by the shared log: it has more than `maxCount` admissions until this instant. */
  sharedRefusal = { maxCount: 0, untilMs: 0 };
  older: ActiveKey = this;
  newer: ActiveKey = this;

  constructor(key: string, log: AdmissionLog) {
    this.key = key;
    this.log = log;
  }
}

/**
 * The keys with an admission in the window, ordered by their latest one, so that the idlest key is
 * found at once. (Not a Map's own order: finding its first entry skips every deleted one.)
 */
export class ActiveKeys {
  readonly #maxLimit: number;
  readonly #maxKeys: number;
  readonly #windowMs: number;
  readonly #evicts: boolean;
  readonly #byKey = new Map<string, ActiveKey>();
  /** Closes the circle: `newer` is the idlest key, `older` the latest one. */
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

  /** The key's entry, if there is one. */
  peek(key: string): ActiveKey | undefined {
    return this.#byKey.get(key);
  }

  /** The key's entry, if there is one. Unavailable if there is none and no room to add it. */
  find(key: string): ActiveKey | undefined {
    const known = this.#byKey.get(key);
    if (known === undefined && this.#byKey.size >= this.#maxKeys && !this.#evicts) {
      // Admitting it uncounted would break its limit; evicting another key would break that one's.
      throw new Unavailable(
        `the limiter is full with ${this.#maxKeys} keys that were all admitted in the last ` +
          `${this.#windowMs} ms: try again later or raise maxKeys`,
      );
    }
    return known;
  }

  /** The key's entry, added if there is none. Unavailable if there is no room and no eviction. */
  open(key: string): ActiveKey {
    const known = this.find(key);
    if (known !== undefined) return known;
    if (this.#byKey.size >= this.#maxKeys) this.#remove(this.#ends.newer);
    const entry = new ActiveKey(key, new AdmissionLog(this.#maxLimit));
    this.#byKey.set(key, entry);
    return entry;
  }

  /** Adds admissions, which make the key the latest one. */
  record(entry: ActiveKey, atMs: number, count: number): void {
    for (let added = 0; added < count; added++) entry.log.add(atMs);
    if (this.#ends.older === entry) return;
    unlink(entry);
    linkBefore(this.#ends, entry);
  }

  /** Removes keys whose latest admission has left the window. */
  removeIdle(nowMs: number): void {
    for (let count = 0; count < MAX_REMOVED_PER_CALL; count++) {
      const idlest = this.#ends.newer;
      if (idlest === this.#ends || idlest.log.newestMs(1) + this.#windowMs > nowMs) return;
      this.#remove(idlest);
    }
  }

  clear(): void {
    this.#byKey.clear();
    this.#ends.older = this.#ends;
    this.#ends.newer = this.#ends;
  }

  #remove(entry: ActiveKey): void {
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
