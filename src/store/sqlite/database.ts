import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { Unavailable } from '../../domain/errors.ts';
import { isDriverError, toReason } from './driver-errors.ts';

/** Runs `work` as one write transaction and takes everything back when it throws. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  return inOpenTransaction(db, () => {
    const result = work();
    db.exec('COMMIT');
    return result;
  });
}

/** Writes gathered into transactions, as a page that many of them change is written once then. */
export interface GroupCommit {
  /**
   * Runs `work`, which writes so many rows; others see them after `flush` at the latest. When it
   * throws, all that was not committed is taken back.
   */
  run<Result>(rows: number, work: () => Result): Result;
  /** Ends the transaction that is open, if any. */
  flush(): void;
}

export function createGroupCommit(db: DatabaseSync, maxRows: number): GroupCommit {
  let rowCount = 0;
  const flush = () => {
    rowCount = 0;
    if (db.isTransaction) inOpenTransaction(db, () => db.exec('COMMIT'));
  };
  return {
    run(rows, work) {
      if (!db.isTransaction) db.exec('BEGIN IMMEDIATE');
      const result = inOpenTransaction(db, work);
      rowCount += rows;
      if (rowCount >= maxRows) flush();
      return result;
    },
    flush,
  };
}

function inOpenTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Reads for each key, all in one read transaction, which saves the system calls of all but the
 * first. It ends with them: a longer one would go on seeing what has been changed since. Where a
 * write transaction is open, they are a part of that; one read alone is its own transaction.
 */
export function prepareReadEach(db: DatabaseSync) {
  const begin = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');
  return <Key, Result>(keys: readonly Key[], read: (key: Key) => Result): Result[] => {
    const readAll = () => keys.map((key) => read(key));
    if (keys.length === 1 || db.isTransaction) return readAll();
    begin.run();
    try {
      return readAll();
    } finally {
      commit.run();
    }
  };
}

/** Prepares the look-up of one row, as an array of its columns: it takes half of an object's time. */
export function prepareFind(db: DatabaseSync, sql: string) {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return (key: SQLInputValue) =>
    statement.get(key) as unknown as readonly SQLOutputValue[] | undefined;
}

/**
 * Returns a version number that changes after any commit of another connection and any write of
 * this one; SQLite counts the two apart. Rows read inside a transaction must not be cached under
 * it, since a rollback leaves the number as it is. Throws Unavailable. Two caches depend on it:
 * `cached-read.ts` (keys) and `src/rest/answer-cache.ts` (companies).
 */
export function prepareDataVersion(db: DatabaseSync): () => number {
  const readCommitsOfOthers = prepareCommitsOfOthers(db);
  const readOwnWrites = prepareNumber(db, 'SELECT total_changes()');
  return () => orStoreFault(() => readCommitsOfOthers() + readOwnWrites());
}

/** The same without the writes of this connection; throws what the driver throws. */
export function prepareCommitsOfOthers(db: DatabaseSync): () => number {
  return prepareNumber(db, 'PRAGMA data_version');
}

function prepareNumber(db: DatabaseSync, sql: string): () => number {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return () => Number((statement.get() as unknown as SQLOutputValue[])[0]);
}

/** Turns what the driver throws into a rejection with Unavailable; other faults stay as they are. */
export async function asStoreCall<Result>(work: () => Result): Promise<Result> {
  return orStoreFault(work);
}

function orStoreFault<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toStoreFault(error);
  }
}

/** Unavailable in place of what the driver throws. */
export function toStoreFault(error: unknown): unknown {
  if (!isDriverError(error)) return error;
  return new Unavailable(`the embedded store: ${toReason(error)}`, { cause: error });
}
