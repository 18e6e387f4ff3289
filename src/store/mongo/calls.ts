import { MongoBulkWriteError, MongoError } from 'mongodb';
import { Unavailable } from '../../domain/errors.ts';
import { raceAgainst, withTimeLimit } from '../../domain/time-limit.ts';

/** Passed to each read, so that both the driver and the server stop at the time limit. */
export interface CallLimits {
  signal: AbortSignal;
  maxTimeMS: number;
}

/** `lookUp`: a read that each API request may wait for. */
type CallKind = 'lookUp' | 'read' | 'write';

/**
 * Every part of the store calls the driver through this. Each call has a time limit and rejects
 * with Unavailable when the driver fails. A write that timed out may or may not have been done.
 */
export type Call = <Result>(
  kind: CallKind,
  work: (limits: CallLimits) => Promise<Result>,
) => Promise<Result>;

/** An API request has 3 s for its key, the data version and its company, one after another. */
const LOOK_UP_MS = 900;
const CALL_MS = 2_000;

/** For a server: short time limits and no retries of its own. */
export const callToServe: Call = (kind, work) =>
  callWithin(kind === 'lookUp' ? LOOK_UP_MS : CALL_MS, work);

/** One call with its own time limit. Rejects with Unavailable when the driver fails. */
export async function callWithin<Result>(
  limitMs: number,
  work: (limits: CallLimits) => Promise<Result>,
): Promise<Result> {
  try {
    return await raceWithin(limitMs, work);
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** Rejects with the driver's own error, or with a TimeoutError at the time limit. */
export async function raceWithin<Result>(
  limitMs: number,
  work: (limits: CallLimits) => Promise<Result>,
): Promise<Result> {
  return await withTimeLimit(
    limitMs,
    (signal) => raceAgainst(signal, work({ signal, maxTimeMS: limitMs })),
    () => new DOMException(`no answer within ${limitMs} ms`, 'TimeoutError'),
  );
}

/** Replaces errors of the driver with Unavailable; returns other errors unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (!isDriverError(error)) return error;
  return new Unavailable(`the MongoDB store: ${error.message}`, { cause: error });
}

function isDriverError(error: unknown): error is Error {
  return error instanceof MongoError || isTimeout(error) || isSocketError(error);
}

/**
 * When a connection breaks while a long message is being sent, the driver passes on the system's
 * error, or copies that error's properties to the error of a bulk write.
 */
export function isSocketError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

export function isTimeout(error: unknown): error is Error {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/**
 * True for a duplicate value in a unique index, reported by the driver or wrapped in Unavailable.
 * For a bulk write: true if there was no other error.
 */
export function isDuplicate(error: unknown): boolean {
  if (error instanceof Unavailable) return isDuplicate(error.cause);
  if (error instanceof MongoBulkWriteError) {
    const errors = [error.writeErrors].flat();
    return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
  }
  return error instanceof MongoError && error.code === DUPLICATE_KEY;
}

const DUPLICATE_KEY = 11_000;
