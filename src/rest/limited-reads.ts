import { Unavailable } from '../domain/errors.ts';
import { withTimeLimit } from '../domain/time-limit.ts';
import type { OpenSearchReads } from '../store/port/search-reads.ts';

/** How long a search or a list of changes may wait and run. */
const READ_TIMEOUT_MS = 2_000;
/** The most of them at once, which either run or wait for others; further ones are refused. */
const MAX_READS = 40;

/**
 * Rejects with Unavailable, also when too many reads are waiting. `what` names the read for the
 * log, such as `a search`.
 */
export type ReadWithinLimits = <Result>(
  what: string,
  read: (reads: ReturnType<OpenSearchReads>) => Promise<Result>,
) => Promise<Result>;

export interface LimitedReads {
  /** A share of the store's reads apart from look-ups and from staff. */
  openSearchReads: OpenSearchReads;
  timeoutMs?: number | undefined;
}

/** Reads within limits, so that a flood of searches delays no look-up. */
export function createReadWithinLimits({
  openSearchReads,
  timeoutMs = READ_TIMEOUT_MS,
}: LimitedReads): ReadWithinLimits {
  let running = 0;
  return async (what, read) => {
    if (running >= MAX_READS) {
      throw new Unavailable(`${what} was refused: ${MAX_READS} such reads run or wait`);
    }
    running++;
    try {
      return await withTimeLimit(
        timeoutMs,
        (signal) => read(openSearchReads(signal)),
        () => new Unavailable(`${what} took over ${timeoutMs} ms`),
      );
    } finally {
      running--;
    }
  };
}
