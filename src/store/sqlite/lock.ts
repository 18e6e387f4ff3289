import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, toReason } from './driver-errors.ts';
import { makeFolder } from './folder.ts';

/** The locks of a data folder; each is held by at most one process at a time. */
type LockName = 'server' | 'import';

export interface Lock {
  release(): void;
}

/** References that stop the garbage collector from closing a database and releasing its lock. */
const held = new Set<DatabaseSync>();

/**
 * Acquires a lock of the data folder without waiting. The lock is an exclusive transaction on a file
 * of its own, so the system releases it however the process ends. Throws a one-line Error if another
 * process holds it.
 */
export function acquireLock(dataDir: string, name: LockName): Lock {
  makeFolder(dataDir);
  const path = join(dataDir, `${name}.lock`);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    // The journal is in memory, so that the lock works on a full disk. SQLite opens a file without
    // write permission read-only, which would lock nobody out; the write, never committed, then fails.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1;');
  } catch (error) {
    db?.close();
    if (isBusy(error)) {
      throw new Error(
        `another ${name} is using the folder ${JSON.stringify(dataDir)}; stop it or set another DATA_DIR`,
        {
          cause: error,
        },
      );
    }
    throw new Error(`cannot lock ${path}: ${toReason(error)}`, { cause: error });
  }
  const database = db;
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}
