/** Time as an argument: tests pass a clock that they move. */
export interface Clock {
  /** Wall-clock milliseconds since the epoch; it may jump. */
  nowMs: () => number;
  /** Milliseconds of a clock that never runs backwards. */
  elapsedMs: () => number;
}

export const SYSTEM_CLOCK: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
};
