import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import type { OpenLimiter } from './contract.ts';

/** A ring on a virtual clock that starts at an instant and moves when it is told to. */
export function openRingAt(startMs: number): OpenLimiter {
  return (options) => {
    let nowMs = startMs;
    const limiter = createMemoryLimiter({ ...options, nowMs: () => nowMs });
    const advance = (ms: number) => {
      nowMs += ms;
    };
    return { limiter, advance, keyCount: () => limiter.keyCount };
  };
}
