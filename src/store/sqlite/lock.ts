import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, toReason } from './driver-errors.ts';
import { makeFolder, makePrivateFile, requireWritableFile } from './folder.ts';

/** The locks of a data folder; each is held by at most one process at a time. */
export type LockName = 'server' | 'import';

interface LockHolder {
  name: string;
  /** What to do while it holds the lock. */
  remedy: string;
}

/** How a second process of the same kind names the holder. */
const HOLDERS: Readonly<Record<LockName, LockHolder>> = {
  server: { name: 'another server', remedy: 'stop it or set another DATA_DIR' },
  import: { name: 'another import', remedy: 'wait until it ends' },
};

interface Lock {
  release(): void;
}

/**
 * The locks of this process, by their real path, as one folder may be named in several ways. It
 * also keeps the garbage collector from closing a database, which would release its lock.
 */
const held = new Map<string, DatabaseSync>();

/**
 * Acquires a lock of the data folder without waiting. The lock is an exclusive transaction on a file
 * of its own, so the system releases it however the process ends. Throws a one-line Error if another
 * process holds it.
 */
export function acquireLock(dataDir: string, name: LockName, holder = HOLDERS[name]): Lock {
  makeFolder(dataDir);
  const path = toLockPath(dataDir, name);
  let db: DatabaseSync | undefined;
  try {
    makePrivateFile(path);
    requireWritableFile(path);
    db = new DatabaseSync(path, { timeout: 0 });
    // The journal is in memory, so that the lock works on a full disk. SQLite opens a file without
    // write permission read-only, which would lock nobody out; the write, never committed, then fails.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1;');
  } catch (error) {
    db?.close();
    if (isBusy(error)) {
      throw new Error(
        `${holder.name} is using the folder ${JSON.stringify(dataDir)}; ${holder.remedy}`,
        { cause: error },
      );
    }
    throw new Error(`cannot lock ${path}: ${toReason(error)}`, { cause: error });
  }
  const database = db;
  held.set(path, database);
  return {
    release() {
      held.delete(path);
      database.close();
    },
  };
}

/** Whether any process holds the lock of an existing data folder. */
export function isLocked(dataDir: string, name: LockName): boolean {
  const path = toLockPath(dataDir, name);
  // Closing a connection to a file that this process has locked would release the lock.
  if (held.has(path)) return true;
  const db = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    db.prepare('PRAGMA user_version').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

/**
 * Runs `work` while this process holds the locks, some of which it may already hold. Throws as
 * `acquireLock` does.
 */
export function withLocks(dataDir: string, names: readonly LockName[], work: () => void): void {
  const acquired: Lock[] = [];
  try {
    for (const name of names) {
      if (!held.has(toLockPath(dataDir, name))) acquired.push(acquireLock(dataDir, name));
    }
    work();
  } finally {
    for (const lock of acquired) lock.release();
  }
}

function toLockPath(dataDir: string, name: LockName): string {
  return join(realpathSync(dataDir), `${name}.lock`);
}
