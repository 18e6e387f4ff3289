import { LRUCache } from 'lru-cache';
import type { Decision } from '../limiter.ts';
import { type LimitedRequest, MAX_REMOVED_PER_CALL } from '../rolling-window.ts';

/** At least `count` admissions of a key count until this instant. */
interface Minimum {
  count: number;
  untilMs: number;
}

/**
 * What the shared log told of each key. Fewer admissions count for longer, so each number is stored
 * until its own instant: all stay true, because what counts leaves the log no earlier.
 */
export class SharedCounts {
  /**
   * Ordered by the latest reply. Of each key at most one for every number up to the highest limit,
   * the highest first: the lower it is, the longer it holds.
   */
  readonly #minima: LRUCache<string, Minimum[]>;

  /** Beyond `maxKeys` the key whose latest reply is oldest is forgotten. */
  constructor(maxKeys: number) {
    // With `max` all slots would be allocated at once.
    this.#minima = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  get keyCount(): number {
    return this.#minima.size;
  }

  /** Notes that at least `count` admissions of a key count until an instant. */
  note(key: string, { count, untilMs }: Minimum, nowMs: number): void {
    this.#removeExpired(nowMs);
    const known = this.#minima.get(key) ?? [];
    // The same request is refused again and again.
    if (known.some((one) => one.count >= count && one.untilMs >= untilMs)) return;
    const others = known.filter(
      (one) => one.untilMs > nowMs && (one.count > count || one.untilMs > untilMs),
    );
    const minima = [...others, { count, untilMs }];
    this.#minima.set(
      key,
      minima.sort((one, other) => other.count - one.count),
    );
  }

  /** Adds an admission that the shared log does not have. */
  add({ key, cost }: LimitedRequest): void {
    for (const one of this.#minima.peek(key) ?? []) one.count += cost;
  }

  /** The refusal of a request that there is no room for; null without one. */
  findRefusal({ key, limit, cost }: LimitedRequest, nowMs: number): Decision | null {
    const held = (this.#minima.peek(key) ?? []).filter(({ untilMs }) => untilMs > nowMs);
    const [highest] = held;
    const deciding = held.findLast(({ count }) => count + cost > limit);
    if (highest === undefined || deciding === undefined) return null;
    return {
      admitted: false,
      remaining: Math.max(0, limit - highest.count),
      resetMs: deciding.untilMs - nowMs,
    };
  }

  clear(): void {
    this.#minima.clear();
  }

  #removeExpired(nowMs: number): void {
    for (let count = 0; count < MAX_REMOVED_PER_CALL; count++) {
      const [idlest] = this.#minima.rkeys();
      if (idlest === undefined) return;
      const minima = this.#minima.peek(idlest) ?? [];
      if (minima.some(({ untilMs }) => untilMs > nowMs)) return;
      this.#minima.delete(idlest);
    }
  }
}
