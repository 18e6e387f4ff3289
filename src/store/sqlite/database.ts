import { closeSync, existsSync, openSync } from 'node:fs';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import { Unavailable } from '../../domain/unavailable.ts';

/**
 * Each step, SQL or work on the open file, brings it from its index to the next version; steps are
 * only ever appended.
 */
export type Migrations = readonly (string | ((db: DatabaseSync) => void))[];

export interface DatabaseOptions {
  migrations: Migrations;
  /** FULL: a committed change survives a power cut. NORMAL: it survives a killed process. */
  synchronous: 'FULL' | 'NORMAL';
  /** How long a write waits for another connection's; it blocks this thread meanwhile. */
  busyTimeoutMs: number;
}

const CACHE_KIB = 65_536;
const MMAP_BYTES = 4 * 2 ** 30;

/**
 * Opens one database file and brings it to the newest version. Throws an Error of one line when
 * the file can't be opened, is no database, or was written by a newer version of the program.
 */
export function openDatabase(path: string, options: DatabaseOptions): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    // For its owner alone; SQLite gives the files that it puts beside it the same mode. A file that
    // is there may be open here already, and to close it once ends all locks that this process has
    // on it (fcntl(2)).
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    db = new DatabaseSync(path, { timeout: options.busyTimeoutMs });
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.synchronous};
      PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA mmap_size = ${MMAP_BYTES};
      PRAGMA secure_delete = ON;
    `);
    migrate(db, options.migrations);
    return db;
  } catch (error) {
    db?.close();
    throw new Error(`can't open ${path}: ${toReason(error)}`, { cause: error });
  }
}

/** Carries out all steps that are missing in one transaction: an upgrade is whole or not at all. */
function migrate(db: DatabaseSync, migrations: Migrations): void {
  const readVersion = () => Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (readVersion() === migrations.length) return;
  inTransaction(db, () => {
    // Read again under the lock: another process may have just done the upgrade.
    const version = readVersion();
    if (version > migrations.length) {
      throw new Error(
        `it has version ${version} and this program knows up to ${migrations.length}; ` +
          'start the newer program',
      );
    }
    for (const step of migrations.slice(version)) {
      if (typeof step === 'string') db.exec(step);
      else step(db);
    }
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

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
 * Prepares the reading of a number that is another one once another connection has committed, or
 * this one has written a row; SQLite counts the two apart. What was read inside a transaction must
 * not be kept by it: taken back, that leaves the number as it is. Throws Unavailable.
 */
export function prepareDataVersion(db: DatabaseSync): () => number {
  const commitsOfOthers = db.prepare('PRAGMA data_version');
  const ownWrites = db.prepare('SELECT total_changes()');
  for (const statement of [commitsOfOthers, ownWrites]) statement.setReturnArrays(true);
  const read = (statement: StatementSync) =>
    Number((statement.get() as unknown as SQLOutputValue[])[0]);
  return () => orStoreFault(() => read(commitsOfOthers) + read(ownWrites));
}

/** Turns what the driver throws into a rejection with Unavailable; other faults stay as they are. */
export async function answer<Result>(work: () => Result): Promise<Result> {
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

function isDriverError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  // ERR_INVALID_STATE is how node:sqlite says that the database has been closed.
  return error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_INVALID_STATE';
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
