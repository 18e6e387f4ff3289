import { MongoBulkWriteError, MongoError } from 'mongodb';
import { Unavailable } from '../../domain/errors.ts';

/** What goes with a read, so that neither side works on when its time is over. */
export interface ReadLimits {
  signal: AbortSignal;
  maxTimeMS: number;
}

/**
 * How every part of the store calls the driver: within a time, and with Unavailable for whatever
 * goes wrong there. What a write that ran out of time has done is not known.
 */
export interface Calls {
  /** The two reads of each API request. */
  lookUp<Result>(ask: (limits: ReadLimits) => Promise<Result>): Promise<Result>;
  read<Result>(ask: (limits: ReadLimits) => Promise<Result>): Promise<Result>;
  write<Result>(change: () => Promise<Result>): Promise<Result>;
}

/** A request's key and its company: its reads together have two seconds. */
const LOOK_UP_MS = 1_000;
const CALL_MS = 2_000;

/** For a server: an answer now or none. */
export const SERVING_CALLS: Calls = {
  lookUp: (ask) => callWithin(LOOK_UP_MS, ask),
  read: (ask) => callWithin(CALL_MS, ask),
  write: (change) => callWithin(CALL_MS, change),
};

/** One call with a time of its own. */
export async function callWithin<Result>(
  limitMs: number,
  work: (limits: ReadLimits) => Promise<Result>,
): Promise<Result> {
  try {
    return await raceWithin(limitMs, work);
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** Rejects with the driver's own error, or with a TimeoutError when the time is over. */
export async function raceWithin<Result>(
  limitMs: number,
  work: (limits: ReadLimits) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(limitMs);
  const over = Promise.withResolvers<never>();
  const giveUp = () => over.reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  try {
    // The driver stops a read by the signal; writes take none, and are given up here.
    return await Promise.race([work({ signal, maxTimeMS: limitMs }), over.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Other faults than the driver's stay as they are. */
export function toUnavailable(error: unknown): unknown {
  if (!isDriverError(error)) return error;
  return new Unavailable(`the MongoDB store: ${error.message}`, { cause: error });
}

export function isDriverError(error: unknown): error is Error {
  return error instanceof MongoError || isTimeout(error) || isSocketError(error);
}

/**
 * A connection that broke while a long message was being sent: the driver passes on what the
 * system said, or gives that error's properties to the one of a bulk.
 */
export function isSocketError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

export function isTimeout(error: unknown): error is Error {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/**
 * Of the driver, or Unavailable because of it: a second document with a value that is unique; of a
 * bulk: nothing else went wrong.
 */
export function isDuplicate(error: unknown): boolean {
  if (error instanceof Unavailable) return isDuplicate(error.cause);
  if (error instanceof MongoBulkWriteError) {
    const faults = [error.writeErrors].flat();
    return faults.length > 0 && faults.every(({ code }) => code === DUPLICATE_KEY);
  }
  return error instanceof MongoError && error.code === DUPLICATE_KEY;
}

const DUPLICATE_KEY = 11_000;
