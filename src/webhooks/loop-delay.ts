import { monitorEventLoopDelay } from 'node:perf_hooks';

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
