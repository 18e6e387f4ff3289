import { monitorEventLoopDelay } from 'node:perf_hooks';

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
  let slots = max;
  let changedMs = elapsedMs();
  return () => {
    const nowMs = elapsedMs();
    if (nowMs - changedMs < PACE_INTERVAL_MS) return slots;
    changedMs = nowMs;
    const isLate = readDelayMs() > MAX_LOOP_DELAY_MS;
    slots = isLate ? Math.max(1, Math.floor(slots / 2)) : Math.min(max, slots + 1);
    return slots;
  };
}

const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

export interface LoopDelay {
  /** By how much the event loop was late on average since the last call. */
  readMs(): number;
  close(): void;
}

export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return {
    readMs() {
      const { count, mean } = histogram;
      histogram.reset();
      return count === 0 ? 0 : Math.max(0, mean / NS_PER_MS - RESOLUTION_MS);
    },
    close: () => void histogram.disable(),
  };
}
