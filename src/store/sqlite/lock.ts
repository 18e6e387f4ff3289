import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, toReason } from './driver-errors.ts';
import { makeFolder } from './folder.ts';

/** What at most one process does in a data folder at any time. */
export type Role = 'server' | 'import';

export interface Lock {
  release(): void;
}

/** The garbage collector closes a database that nothing refers to, and so would open its lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes the data folder's lock for a role, at once or not at all. The lock is an exclusive
 * transaction on a file of its own, so the system opens it when the process dies, however it dies.
 * Throws an Error of one line when another process holds it.
 */
export function acquireLock(dataDir: string, role: Role): Lock {
  makeFolder(dataDir);
  const path = join(dataDir, `${role}.lock`);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    // The journal in memory: a lock takes no space on a disk that is full. What may only be read is
    // opened for that alone, and locks nobody out; the write, never committed, is refused then.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1;');
  } catch (error) {
    db?.close();
    if (isBusy(error)) {
      throw new Error(`another ${role} is running on ${dataDir}; stop it or set another DATA_DIR`, {
        cause: error,
      });
    }
    throw new Error(`can't lock ${path}: ${toReason(error)}`, { cause: error });
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
