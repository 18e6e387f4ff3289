import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { Unavailable } from '../../domain/errors.ts';
import { memoize } from '../../domain/memoize.ts';
import type { WriteOptions } from '../port/documents.ts';
import { isDriverError, toReason } from './driver-errors.ts';

/** Conditions combine into few SQL texts; with more, the cache starts over. */
const MAX_STATEMENTS = 200;
/** More than there are names of columns. */
const MAX_COLUMNS = 200;

/**
 * Runs `work` as one write transaction, which is rolled back if it throws. In an open one, which an
 * import has for its companies, it is a part of that, and as durable.
 */
export function inTransaction<Result>(
  db: DatabaseSync,
  work: () => Result,
  { isDurable = true }: WriteOptions = {},
): Result {
  if (db.isTransaction) return work();
  const run = () => {
    db.exec('BEGIN IMMEDIATE');
    return inOpenTransaction(db, () => {
      const result = work();
      db.exec('COMMIT');
      return result;
    });
  };
  return isDurable ? run() : withoutDiskWait(db, run);
}

/** A power cut may undo what `work` commits, until a later commit waits for the disk. */
function withoutDiskWait<Result>(db: DatabaseSync, work: () => Result): Result {
  const level = db.prepare('PRAGMA synchronous').get()?.['synchronous'];
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    db.exec(`PRAGMA synchronous = ${level}`);
  }
}

/**
 * Groups writes into transactions, so that a page changed by many of them is written once. The first
 * error rolls back all uncommitted rows. Every later call throws it again, so that nothing is written
 * after what is missing.
 */
interface GroupCommit {
  /** Runs `work`, which writes `rows` rows; they are committed at the next `flush` at the latest. */
  run<Result>(rows: number, work: () => Result): Result;
  /** Commits the open transaction, if any. */
  flush(): void;
}

export function createGroupCommit(db: DatabaseSync, maxRows: number): GroupCommit {
  let rowCount = 0;
  let failure: { error: unknown } | null = null;

  function untilFailure<Result>(work: () => Result): Result {
    if (failure !== null) throw failure.error;
    try {
      return inOpenTransaction(db, work);
    } catch (error) {
      failure = { error: toUnavailable(error) };
      throw failure.error;
    }
  }

  function commit(): void {
    rowCount = 0;
    if (db.isTransaction) db.exec('COMMIT');
  }

  return {
    run: (rows, work) =>
      untilFailure(() => {
        if (!db.isTransaction) db.exec('BEGIN IMMEDIATE');
        const result = work();
        rowCount += rows;
        if (rowCount >= maxRows) commit();
        return result;
      }),
    flush: () => untilFailure(commit),
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
 * Reads each key in one read transaction, which saves the system calls of all reads but the first.
 * It ends with the batch, since a longer transaction would not see newer commits. The reads join an
 * open write transaction; a single read needs no explicit transaction.
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

/** Prepares the look-up of one row as an array of columns, which is faster than an object. */
export function prepareFind(db: DatabaseSync, sql: string) {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return (key: SQLInputValue) =>
    statement.get(key) as unknown as readonly SQLOutputValue[] | undefined;
}

/** Prepares each SQL text once: preparing a full-text query takes longer than many queries run. */
export function createStatementCache(db: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const prepared = db.prepare(sql);
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(sql, prepared);
    return prepared;
  };
}

/**
 * Returns a version number that changes after any commit of another connection and any write of
 * this one; SQLite counts the two separately. Do not cache rows read inside a transaction under it,
 * since a rollback does not change the number. Throws Unavailable. Two caches depend on it:
 * `prepareCachedRead` (keys) and `src/answers/caches.ts` (companies).
 */
export function prepareDataVersion(db: DatabaseSync): () => number {
  const readCommitsOfOthers = prepareNumber(db, 'PRAGMA data_version');
  const readOwnWrites = prepareNumber(db, 'SELECT total_changes()');
  return () => {
    try {
      return readCommitsOfOthers() + readOwnWrites();
    } catch (error) {
      throw toUnavailable(error);
    }
  };
}

function prepareNumber(db: DatabaseSync, sql: string): () => number {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return () => Number((statement.get() as unknown as SQLOutputValue[])[0]);
}

/**
 * The row with the names of fields in place of those of columns: `at_ms` is `atMs`. Tables are
 * STRICT, so the columns of a query have the types of its `Fields`.
 */
export function toFields<Fields>(row: Record<string, unknown>): Fields {
  const fields = Object.entries(row).map(([column, value]) => [toFieldName(column), value]);
  return Object.fromEntries(fields);
}

const toFieldName = memoize(MAX_COLUMNS, (column) =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
);

/** The text of a column that may be NULL. */
export function toTextOrNull(column: unknown): string | null {
  return column === null ? null : String(column);
}

/** A part of the store whose methods may return their results without a promise. */
type Direct<Part> = {
  [Name in keyof Part]: Part[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result | Promise<Result>
    : never;
};

/** The part with methods that reject with Unavailable in place of errors of the driver. */
export function asStoreCalls<Part extends object>(part: Direct<Part>): Part {
  const methods = Object.entries<(...args: unknown[]) => unknown>(part);
  const calls = methods.map(([name, method]) => [
    name,
    (...args: unknown[]) => asStoreCall(() => method(...args)),
  ]);
  return Object.fromEntries(calls);
}

/** Rejects with Unavailable in place of errors of the driver; other errors are unchanged. */
export async function asStoreCall<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** Replaces errors of the driver with Unavailable; returns other errors unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (!isDriverError(error)) return error;
  return new Unavailable(`the embedded store: ${toReason(error)}`, { cause: error });
}
