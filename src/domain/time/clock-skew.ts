/** The maximum difference between the clocks of cooperating servers. */
export const MAX_CLOCK_SKEW_MS = 300_000;

/**
 * Whether a recorded instant is further ahead than clocks differ. It was then written by a clock
 * that was wrong and has been set back since, so it cannot be used.
 */
export function isInFuture(atMs: number, nowMs: number): boolean {
  return atMs > nowMs + MAX_CLOCK_SKEW_MS;
}
