/** Numbers of requests by outcome. */
export interface Requests {
  /** Answered with 2xx. */
  ok: number;
  /** Answered with 304. */
  notModified: number;
  /** Answered with 404. */
  notFound: number;
  /** Answered with 4xx except 404 and 429. */
  clientErrors: number;
  /** Answered with 429. */
  limited: number;
}

/** In the order in which they are shown. */
export const REQUEST_KINDS = ['ok', 'notModified', 'notFound', 'clientErrors', 'limited'] as const;

export const NO_REQUESTS: Readonly<Requests> = {
  ok: 0,
  notModified: 0,
  notFound: 0,
  clientErrors: 0,
  limited: 0,
};

export function countRequests(requests: Requests): number {
  return REQUEST_KINDS.reduce((sum, kind) => sum + requests[kind], 0);
}

export interface DayUsage extends Requests {
  /** In the country's time zone, `YYYY-MM-DD`. */
  day: string;
}

export interface UsageCount extends DayUsage {
  accountId: string;
}

/**
 * The counts of each account and day, in columns of their own: as documents they would take five times
 * as long to write.
 */
export interface Counters {
  /**
   * A rejected batch may have been added in part: repeated unchanged under the same id, each count is
   * added once.
   */
  add(counts: readonly UsageCount[], batchId?: string): Promise<void>;
  /** Days with a request, both ends included, oldest first. */
  list(accountId: string, fromDay: string, toDay: string): Promise<DayUsage[]>;
  /** Those behind `after`, in the order of accounts and days. */
  listAll(
    after: Pick<UsageCount, 'accountId' | 'day'> | null,
    first: number,
  ): Promise<UsageCount[]>;
  /** Removes at most `max` days, of an account or before a day. Returns how many. */
  removeWhere(range: { accountId: string } | { beforeDay: string }, max: number): Promise<number>;
}

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
  /** Without the query, and with keys cut to their start (see `src/accounts/usage/failed-requests.ts`). */
  path: string;
  status: number;
  /** The `error` of the answer; null if it has none, such as the answers of the MCP SDK. */
  error: string | null;
  /** The /24 of an IPv4, the /48 of an IPv6 address. */
  network: string;
}
