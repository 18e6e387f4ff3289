/** The most failed requests stored for an account. */
export const MAX_FAILED_REQUESTS = 50;
export const FAILED_REQUEST_RETENTION_DAYS = 7;
export const FAILED_REQUESTS_KEPT_MS = FAILED_REQUEST_RETENTION_DAYS * 86_400_000;

/** A request with an account's key that was answered 4xx or 5xx. */
export interface FailedRequest {
  /** Unique. */
  requestId: string;
  accountId: string;
  atMs: number;
  method: string;
  /** Without the query, and with keys cut to their start (see `src/jobs/failed-requests.ts`). */
  path: string;
  status: number;
  /** The `error` of the answer; null if it has none, such as the answers of the MCP SDK. */
  error: string | null;
  /** The /24 of an IPv4, the /48 of an IPv6 address. */
  network: string;
}

export interface FailedRequestStore {
  /**
   * Adds those of accounts that exist, and keeps the newest MAX_FAILED_REQUESTS of each account. A
   * rejected call may have added some; repeated, it adds each once.
   */
  add(requests: readonly FailedRequest[]): Promise<void>;
  /** Removes at most MAX_DELETED that are before `fromMs` or after `latestMs`. Returns how many. */
  deleteExpired(fromMs: number, latestMs: number): Promise<number>;
}
