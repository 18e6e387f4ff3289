/** A clock that stands still until it is advanced. */
export interface Clock {
  nowMs: () => number;
  advance(ms: number): void;
}

export function createClock(startMs = Date.parse('2026-11-21T10:00:00Z')): Clock {
  let currentMs = startMs;
  return {
    nowMs: () => currentMs,
    advance(ms) {
      currentMs += ms;
    },
  };
}
