import { LRUCache } from 'lru-cache';
import type { Decision } from '../limiter.ts';
import { type LimitedRequest, MAX_REMOVED_PER_CALL } from '../rolling-window.ts';

/** The shared log has more than `maxCount` admissions of a key until this instant. */
interface Refusal {
  maxCount: number;
  untilMs: number;
}

/**
 * What the shared log had no room for, by key. A cheap request is refused for a shorter time than
 * an expensive one, so each is stored until its own instant: both stay true, because what counts
 * leaves the log no earlier.
 */
export class SharedRefusals {
  /**
   * Ordered by the latest refusal. Of each key at most one for every `maxCount` below the highest
   * limit, the highest first: the lower it is, the longer it holds.
   */
  readonly #refusals: LRUCache<string, Refusal[]>;

  /** Beyond `maxKeys` the key that was refused least recently is forgotten. */
  constructor(maxKeys: number) {
    // With `max` all slots would be allocated at once.
    this.#refusals = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  get keyCount(): number {
    return this.#refusals.size;
  }

  /** Notes that there is no room for such a request before an instant. */
  note({ key, limit, cost }: LimitedRequest, untilMs: number, nowMs: number): void {
    this.#removeExpired(nowMs);
    const maxCount = limit - cost;
    const known = this.#refusals.get(key) ?? [];
    // The same request is refused again and again.
    if (known.some((one) => one.maxCount >= maxCount && one.untilMs >= untilMs)) return;
    const others = known.filter(
      (one) => one.untilMs > nowMs && (one.maxCount > maxCount || one.untilMs > untilMs),
    );
    const refusals = [...others, { maxCount, untilMs }];
    this.#refusals.set(
      key,
      refusals.sort((one, other) => other.maxCount - one.maxCount),
    );
  }

  /** The refusal of such a request that still holds; null without one. */
  find({ key, limit, cost }: LimitedRequest, nowMs: number): Decision | null {
    const held = (this.#refusals.peek(key) ?? []).filter(({ untilMs }) => untilMs > nowMs);
    const [highest] = held;
    const deciding = held.findLast(({ maxCount }) => limit - cost <= maxCount);
    if (highest === undefined || deciding === undefined) return null;
    return {
      admitted: false,
      remaining: Math.max(0, limit - highest.maxCount - 1),
      resetMs: deciding.untilMs - nowMs,
    };
  }

  clear(): void {
    this.#refusals.clear();
  }

  #removeExpired(nowMs: number): void {
    for (let count = 0; count < MAX_REMOVED_PER_CALL; count++) {
      const [idlest] = this.#refusals.rkeys();
      if (idlest === undefined) return;
      const refusals = this.#refusals.peek(idlest) ?? [];
      if (refusals.some(({ untilMs }) => untilMs > nowMs)) return;
      this.#refusals.delete(idlest);
    }
  }
}
