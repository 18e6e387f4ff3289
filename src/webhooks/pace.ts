/** The delay of the event loop above which fewer deliveries run at once. */
export const MAX_LOOP_DELAY_MS = 10;
/** How often the number is changed. */
export const PACE_INTERVAL_MS = 100;

export interface PaceOptions {
  max: number;
  /** The mean delay of the event loop since the last call. */
  readDelayMs: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/**
 * How many deliveries may run at once: half as many after an interval in which the event loop was
 * late, one more after any other, never fewer than one. What is late is every request that this
 * process answers, whatever the cause.
 */
export function createPace({ max, readDelayMs, elapsedMs }: PaceOptions): () => number {
  let places = max;
  let changedMs = elapsedMs();
  return () => {
    const nowMs = elapsedMs();
    if (nowMs - changedMs < PACE_INTERVAL_MS) return places;
    changedMs = nowMs;
    const isLate = readDelayMs() > MAX_LOOP_DELAY_MS;
    places = isLate ? Math.max(1, Math.floor(places / 2)) : Math.min(max, places + 1);
    return places;
  };
}
