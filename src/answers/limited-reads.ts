import { Unavailable } from '../domain/errors.ts';
import { withTimeLimit } from '../domain/time-limit.ts';
import type { ApiReads, OpenApiReads } from '../store/port/query-reads.ts';
import { type ErrorAnswer, HTTP_ERRORS, RefusedRequest } from '../web/errors.ts';

/** How long a search or a list of changes may wait and run. */
const READ_TIMEOUT_MS = 2_000;
/** The most of these reads that run or wait for others at once; further ones are refused. */
const MAX_READS = 40;
/** The same for one client, so that another one finds room. */
const MAX_READS_PER_CLIENT = 5;
/** How often refused reads are logged. */
const LOG_INTERVAL_MS = 10_000;
const TOO_MANY: ErrorAnswer = {
  ...HTTP_ERRORS.unavailable,
  message: `Wait for your other searches: ${MAX_READS_PER_CLIENT} of this key run or wait already.`,
};

/**
 * Rejects with Unavailable, also when too many reads run or wait, and with RefusedRequest when too
 * many of this client do. `what` names the read for the log, such as `a search`.
 */
export type ReadWithinLimits = <Result>(
  what: string,
  client: string,
  read: (reads: ApiReads) => Promise<Result>,
) => Promise<Result>;

export interface LimitedReads {
  /** Opens reads of the share `search`, which look-ups, staff and webhooks do not use. */
  openSearchReads: OpenApiReads;
  timeoutMs?: number | undefined;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  /** Called at most once in LOG_INTERVAL_MS, with the reads refused since the last call. */
  onRefused: (count: number) => void;
}

/** Reads within limits, so that a flood of searches delays no look-up. */
export function createReadWithinLimits({
  openSearchReads,
  timeoutMs = READ_TIMEOUT_MS,
  elapsedMs,
  onRefused,
}: LimitedReads): ReadWithinLimits {
  let running = 0;
  const runningByClient = new Map<string, number>();
  let refused = 0;
  let loggedAtMs = Number.NEGATIVE_INFINITY;

  function refuse(what: string): never {
    refused++;
    if (elapsedMs() - loggedAtMs >= LOG_INTERVAL_MS) {
      onRefused(refused);
      refused = 0;
      loggedAtMs = elapsedMs();
    }
    const error = new Unavailable(`${what} was refused: ${MAX_READS} such reads run or wait`);
    error.isLogged = true;
    throw error;
  }

  return async (what, client, read) => {
    const ofClient = runningByClient.get(client) ?? 0;
    if (ofClient >= MAX_READS_PER_CLIENT) throw new RefusedRequest(TOO_MANY);
    if (running >= MAX_READS) refuse(what);
    running++;
    runningByClient.set(client, ofClient + 1);
    try {
      return await withTimeLimit(
        timeoutMs,
        (signal) => read(openSearchReads(signal)),
        () => new Unavailable(`${what} took over ${timeoutMs} ms`),
      );
    } finally {
      running--;
      const left = (runningByClient.get(client) ?? 1) - 1;
      if (left === 0) runningByClient.delete(client);
      else runningByClient.set(client, left);
    }
  };
}
