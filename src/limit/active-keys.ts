import { LRUCache } from 'lru-cache';
import { Unavailable } from '../domain/errors.ts';
import { AdmissionLog } from './admission-log.ts';

/** Keys removed in one call, so that a burst of keys that go idle causes no pause. */
export const MAX_REMOVED_PER_CALL = 100;

interface ActiveKeysOptions {
  maxLimit: number;
  maxKeys: number;
  windowMs: number;
  whenFull?: 'refuse' | 'evict';
}

interface ActiveKey {
  readonly log: AdmissionLog;
  /** The last refusal by the shared log: it has more than `maxCount` admissions until this instant. */
  sharedRefusal: { maxCount: number; untilMs: number };
}

/** The keys with an admission in the window. */
export class ActiveKeys {
  readonly #options: ActiveKeysOptions;
  /**
   * Ordered by the latest admission. (Not a Map: finding its first entry skips every deleted one.)
   */
  readonly #byKey: LRUCache<string, ActiveKey>;
  /** When the key that was idlest at the last check goes idle; before, there is none to remove. */
  #nextIdleMs = Number.NEGATIVE_INFINITY;

  constructor(options: ActiveKeysOptions) {
    this.#options = options;
    // With `max` all slots would be allocated at once, which would add 20 ms to every start.
    this.#byKey = new LRUCache({ maxSize: options.maxKeys, sizeCalculation: () => 1 });
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** The key's entry, if there is one. */
  peek(key: string): ActiveKey | undefined {
    return this.#byKey.peek(key);
  }

  /** The key's entry, if there is one. Unavailable if there is none and no room to add it. */
  find(key: string): ActiveKey | undefined {
    const { maxKeys, windowMs, whenFull } = this.#options;
    const known = this.#byKey.peek(key);
    if (known === undefined && this.#byKey.size >= maxKeys && whenFull !== 'evict') {
      // Admitting it uncounted would break its limit; evicting another key would break that one's.
      throw new Unavailable(
        `the limiter is full with ${maxKeys} keys that were all admitted in the last ` +
          `${windowMs} ms: try again later or raise maxKeys`,
      );
    }
    return known;
  }

  /** The key's entry, added if there is none. Unavailable if there is no room and no eviction. */
  open(key: string): ActiveKey {
    const known = this.find(key);
    if (known !== undefined) return known;
    const { maxLimit } = this.#options;
    const entry = { log: new AdmissionLog(maxLimit), sharedRefusal: { maxCount: 0, untilMs: 0 } };
    this.#byKey.set(key, entry);
    return entry;
  }

  /** Adds admissions to the entry of the key, which make it the latest one. */
  record(key: string, { log }: ActiveKey, atMs: number, count: number): void {
    for (let added = 0; added < count; added++) log.add(atMs);
    this.#byKey.get(key);
  }

  /** Removes keys whose latest admission has left the window. */
  removeIdle(nowMs: number): void {
    if (nowMs < this.#nextIdleMs) return;
    for (let count = 0; count < MAX_REMOVED_PER_CALL; count++) {
      const [idlest] = this.#byKey.rkeys();
      if (idlest === undefined) return;
      const latestMs = this.#byKey.peek(idlest)?.log.newestMs(1) ?? Number.NaN;
      const idleMs = latestMs + this.#options.windowMs;
      if (idleMs > nowMs) {
        this.#nextIdleMs = idleMs;
        return;
      }
      this.#byKey.delete(idlest);
    }
  }

  clear(): void {
    this.#byKey.clear();
  }
}
