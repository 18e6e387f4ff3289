import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import type { OpenLimiter } from './contract.ts';

/** A memory limiter on a virtual clock that starts at `startMs` and moves on `advance`. */
export function openMemoryLimiterAt(startMs: number): OpenLimiter {
  return (options) => {
    let nowMs = startMs;
    const limiter = createMemoryLimiter({ ...options, nowMs: () => nowMs });
    const advance = (ms: number) => {
      nowMs += ms;
    };
    return { limiter, advance, keyCount: () => limiter.keyCount };
  };
}
