import Bottleneck from 'bottleneck';
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
} from 'mongodb';
import {
  type Call,
  isDuplicate,
  isSocketError,
  isTimeout,
  raceWithin,
  toUnavailable,
} from './calls.ts';

/** Concurrent calls of an import: enough to use a server that also serves reads. */
const MAX_CONCURRENT_CALLS = 4;
const CALL_MS = 30_000;
/** The pauses double up to the longest one; together they take about 40 seconds. */
const MAX_RETRIES = 8;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** Codes of a server that is shutting down, is no longer the primary, or is overloaded. */
const TRANSIENT_CODES = new Set<unknown>([
  6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/**
 * For an import, which no user waits for: longer time limits, few concurrent calls, and retries of
 * transient errors. Each write of an import names the documents that it writes, so repeating it is
 * harmless.
 */
export function createPacedCall(): Call {
  const pace = new Bottleneck({ maxConcurrent: MAX_CONCURRENT_CALLS });
  // After one call has used all its retries, other calls that fail are not retried as well.
  let isUnreachable = false;
  pace.on('failed', async (error, { retryCount }) => {
    isUnreachable ||= isTransient(error) && retryCount >= MAX_RETRIES;
    if (isUnreachable || !isTransient(error)) return null;
    return Math.min(FIRST_PAUSE_MS * 2 ** retryCount, LONGEST_PAUSE_MS);
  });
  return async (_, work) => {
    try {
      const result = await pace.schedule(() => raceWithin(CALL_MS, work));
      isUnreachable = false;
      return result;
    } catch (error) {
      throw toUnavailable(error);
    }
  };
}

function isTransient(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  // One of two concurrent upserts of a document may fail as a duplicate; a retry then updates it.
  if (isTimeout(error) || isSocketError(error) || isDuplicate(error)) return true;
  if (!(error instanceof MongoError)) return false;
  // When the connection of a bulk write breaks, the driver throws an error without a code.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  return error.hasErrorLabel('RetryableWriteError') || TRANSIENT_CODES.has(error.code);
}
