import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Layout } from '../port/documents.ts';
import { inTransaction } from './database.ts';
import { makeTables } from './document-collection.ts';
import { isDiskFull, toReason } from './driver-errors.ts';
import { makePrivateFile, requireWritableFile } from './folder.ts';
import { type LockName, withLocks } from './lock.ts';

/**
 * Each step, SQL or a function on the open file, upgrades it by one version: the step at index n
 * creates version n + 1. Steps may only be appended.
 */
export type Migrations = readonly (string | ((db: DatabaseSync) => void))[];

export interface DatabaseOptions {
  migrations: Migrations;
  /** The file's collections, beside what the migrations make; see `makeTables`. */
  layout?: Layout;
  /**
   * Locks of the folder that an upgrade of an existing file holds until it is committed: a program
   * of the earlier version that uses the file would not understand it any more.
   */
  upgradeLocks?: readonly LockName[];
  /** FULL: a committed change survives a power cut. NORMAL: it survives a killed process. */
  synchronous: 'FULL' | 'NORMAL';
  /** How long a write waits for another connection's, which blocks this thread: BUSY_TIMEOUT_MS. */
  busyTimeoutMs?: number;
  /**
   * Refuses every write after the file has been created and upgraded. Unlike with a file opened
   * read-only, closing the connection still empties the write-ahead log.
   */
  readOnly?: boolean;
  /**
   * Called with the reason if the file could only be opened for this process because the disk is
   * full: until there is space, writes, commands and the reads of other processes are refused. Called
   * again when there is. Without this option a full disk is an error.
   */
  onFullDisk?: ((error: Error, state: { path: string; isFull: boolean }) => void) | undefined;
}

/** Longer than another process's write transaction on the same file takes. */
export const BUSY_TIMEOUT_MS = 2_000;
const CACHE_KIB = 65_536;
const READ_ONLY_CACHE_KIB = 16_384;
const MMAP_BYTES = 4 * 2 ** 30;

/**
 * Opens one database file and upgrades it to the newest version. Throws a one-line Error if the file
 * cannot be opened, is not a database, or was written by a newer version of the program.
 */
export function openDatabase(path: string, options: DatabaseOptions): DatabaseSync {
  try {
    // SQLite gives its companion files the same mode.
    if (!existsSync(path)) makePrivateFile(path);
    requireWritableFile(path);
    return openInMode('NORMAL', path, options);
  } catch (error) {
    const reason = `cannot open ${path}: ${toReason(error)}`;
    if (!isDiskFull(error) || options.onFullDisk === undefined) {
      throw new Error(reason, { cause: error });
    }
    const db = openAlone(path, options, reason);
    const isFull = { path, isFull: true };
    options.onFullDisk(new Error(`${reason}: until then, it is only read`), isFull);
    shareLater(db, path, options);
    return db;
  }
}

/** Opens an existing file read-only. Throws a one-line Error if it cannot be opened. */
export function openReadOnly(path: string): DatabaseSync {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    db.exec(`PRAGMA cache_size = -${READ_ONLY_CACHE_KIB}; PRAGMA mmap_size = ${MMAP_BYTES};`);
    return db;
  } catch (error) {
    throw new Error(`cannot open ${path}: ${toReason(error)}`, { cause: error });
  }
}

/**
 * Opens the file without the shared-memory index, which needs disk space: this process can then
 * read it, and no other process can use it.
 */
function openAlone(path: string, options: DatabaseOptions, reason: string): DatabaseSync {
  try {
    return openInMode('EXCLUSIVE', path, options);
  } catch (error) {
    throw new Error(reason, { cause: error });
  }
}

/** How often a file that is open for this process alone is tried again. */
const SHARE_INTERVAL_MS = 2_000;

/** Lets other processes use the file as soon as there is space for its shared-memory index. */
function shareLater(db: DatabaseSync, path: string, options: DatabaseOptions): void {
  const timer = setInterval(() => {
    if (db.isOpen && !share(db, options)) return;
    clearInterval(timer);
    if (!db.isOpen) return;
    options.onFullDisk?.(new Error(`${path} can be written again`), { path, isFull: false });
  }, SHARE_INTERVAL_MS).unref();
}

/** False while the disk is full. A connection gives up its lock outside of write-ahead logging only. */
function share(db: DatabaseSync, { readOnly = false }: DatabaseOptions): boolean {
  try {
    db.exec(`
      PRAGMA query_only = OFF;
      PRAGMA journal_mode = DELETE;
      PRAGMA locking_mode = NORMAL;
      PRAGMA journal_mode = WAL;
    `);
    // Creates the index and gives up the lock.
    readVersion(db);
    return db.prepare('PRAGMA journal_mode').get()?.['journal_mode'] === 'wal';
  } catch {
    return false;
  } finally {
    if (readOnly) db.exec('PRAGMA query_only = ON');
  }
}

function openInMode(
  lockingMode: 'NORMAL' | 'EXCLUSIVE',
  path: string,
  options: DatabaseOptions,
): DatabaseSync {
  const { synchronous, busyTimeoutMs = BUSY_TIMEOUT_MS, readOnly = false } = options;
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    db.exec(`
      PRAGMA locking_mode = ${lockingMode};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous};
      PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA mmap_size = ${MMAP_BYTES};
      PRAGMA secure_delete = ON;
    `);
    upgrade(db, path, options);
    makeTables(db, options.layout ?? {});
    if (readOnly) db.exec('PRAGMA query_only = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** In one transaction, so that an upgrade is complete or not done at all. */
function upgrade(
  db: DatabaseSync,
  path: string,
  { migrations, upgradeLocks = [] }: DatabaseOptions,
): void {
  const version = readVersion(db);
  if (version === migrations.length) return;
  const hasOlderForm = version > 0 && version < migrations.length;
  const locks = hasOlderForm ? upgradeLocks : [];
  withLocks(dirname(path), locks, () => inTransaction(db, () => migrate(db, migrations)));
}

/** Runs all missing steps. */
function migrate(db: DatabaseSync, migrations: Migrations): void {
  // Read again in the transaction, as another process may just have upgraded the file.
  const version = readVersion(db);
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
}

function readVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}
