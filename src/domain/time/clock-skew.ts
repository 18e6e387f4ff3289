/** What the clocks of servers that work together differ by at most. */
export const MAX_CLOCK_SKEW_MS = 300_000;

/**
 * Whether a recorded instant lies further ahead than clocks differ: it was written by a clock that
 * was ahead and has been set back since, so nothing can be concluded from it.
 */
export function isInFuture(atMs: number, nowMs: number): boolean {
  return atMs > nowMs + MAX_CLOCK_SKEW_MS;
}
