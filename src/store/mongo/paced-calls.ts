import Bottleneck from 'bottleneck';
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
} from 'mongodb';
import {
  type Calls,
  isDuplicate,
  isSocketError,
  isTimeout,
  raceWithin,
  toUnavailable,
} from './calls.ts';

/** Calls of an import that run at the same time: enough to keep a server busy beside its readers. */
const MAX_CONCURRENT_CALLS = 4;
const CALL_MS = 30_000;
/** The pauses grow from the first to the longest; all together some 40 seconds. */
const MAX_RETRIES = 8;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** What a server says when it stops, is no longer the primary, or is too busy. */
const TRANSIENT_CODES = new Set<unknown>([
  6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/**
 * For an import, which nobody waits for: with more time, few at once, and again where the fault
 * may pass. Each of its writes names the documents that it writes, so that a second time does no
 * harm.
 */
export function createPacedCalls(): Calls {
  const pace = new Bottleneck({ maxConcurrent: MAX_CONCURRENT_CALLS });
  // After one call was given up, the others that fail are not waited for as long again.
  let isAway = false;
  pace.on('failed', async (error, { retryCount }) => {
    isAway ||= isTransient(error) && retryCount >= MAX_RETRIES;
    if (isAway || !isTransient(error)) return null;
    return Math.min(FIRST_PAUSE_MS * 2 ** retryCount, LONGEST_PAUSE_MS);
  });
  const call: Calls['read'] = async (work) => {
    try {
      const result = await pace.schedule(() => raceWithin(CALL_MS, work));
      isAway = false;
      return result;
    } catch (error) {
      throw toUnavailable(error);
    }
  };
  return { lookUp: call, read: call, write: (change) => call(change) };
}

function isTransient(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  // Of two upserts of one document at once one may fail: the server still carried out the first.
  if (isTimeout(error) || isSocketError(error) || isDuplicate(error)) return true;
  if (!(error instanceof MongoError)) return false;
  // The driver hides what befell the connection of a bulk in an error that names no document.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  return error.hasErrorLabel('RetryableWriteError') || TRANSIENT_CODES.has(error.code);
}
