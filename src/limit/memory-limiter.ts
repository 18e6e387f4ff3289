import type { Decision, Limiter } from './limiter.ts';
import { RollingWindow, type WindowOptions } from './rolling-window.ts';

export interface MemoryLimiterOptions extends WindowOptions {
  /** A monotonic clock, such as `performance.now`. */
  nowMs: () => number;
}

interface MemoryLimiter extends Limiter {
  admit(key: string, limit: number, cost?: number): Decision;
  peek(key: string): number;
  /** Whether `admit` would admit the request now. */
  hasRoom(key: string, limit: number, cost?: number): boolean;
  /** Keys in memory. */
  readonly keyCount: number;
}

/** The limiter of one process; its counts end with the process. */
export function createMemoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const window = new RollingWindow(options);
  const { nowMs } = options;
  return {
    degraded: false,
    get keyCount() {
      return window.keyCount;
    },
    admit: (key, limit, cost = 1) => window.admit({ key, limit, cost }, nowMs()),
    peek: (key) => window.countAt(key, nowMs()),
    hasRoom: (key, limit, cost = 1) => window.findRefusal({ key, limit, cost }, nowMs()) === null,
    async close() {
      window.close();
    },
  };
}
