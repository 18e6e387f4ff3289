/** What a limiter says of one request, after that request was counted or refused. */
export interface Decision {
  admitted: boolean;
  /** Requests that would still be admitted at this instant. */
  remaining: number;
  /**
   * Milliseconds until the oldest request that the limit counts leaves the window: for a refused
   * request, until one is admitted again.
   */
  resetMs: number;
}

/**
 * A rolling window per key. Of the requests of one key admitted in (now − window, now] there are
 * never more than the limit, and none is refused while there is room. A refused one never counts.
 */
export interface Limiter {
  /**
   * The limit is that of the moment: it may differ from one call to the next, and what was
   * admitted under another limit still counts. An adapter that asks another machine answers with a
   * promise. A RangeError for a key or limit out of bounds, Unavailable when it can't decide.
   */
  admit(key: string, limit: number): Decision | Promise<Decision>;
  /** True while it decides without what it shares with other processes. */
  readonly degraded: boolean;
  close(): Promise<void>;
}
