import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';
import { isDiskFull, toReason } from './driver-errors.ts';
import { requireWritableFile } from './folder.ts';

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
  /**
   * Told why, where the file could be opened for this process alone, as the disk is full: commands
   * and staff are refused until the next start. Where it is left out, that is an error.
   */
  onFullDisk?: ((error: Error) => void) | undefined;
}

const CACHE_KIB = 65_536;
const MMAP_BYTES = 4 * 2 ** 30;

/**
 * Opens one database file and brings it to the newest version. Throws an Error of one line when
 * the file can't be opened, is no database, or was written by a newer version of the program.
 */
export function openDatabase(path: string, options: DatabaseOptions): DatabaseSync {
  try {
    // For its owner alone; SQLite gives the files that it puts beside it the same mode. A file that
    // is there may be open here already, and to close it once ends all locks that this process has
    // on it (fcntl(2)).
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    requireWritableFile(path);
    return openInMode('NORMAL', path, options);
  } catch (error) {
    const reason = `can't open ${path}: ${toReason(error)}`;
    if (!isDiskFull(error) || options.onFullDisk === undefined) {
      throw new Error(reason, { cause: error });
    }
    const db = openAlone(path, options, reason);
    options.onFullDisk(new Error(`${reason}, and start again: until then, it is only read`));
    return db;
  }
}

/**
 * Without the index that processes share, which takes space: this process has the file for itself,
 * and can read all of it.
 */
function openAlone(path: string, options: DatabaseOptions, reason: string): DatabaseSync {
  try {
    return openInMode('EXCLUSIVE', path, options);
  } catch (error) {
    throw new Error(reason, { cause: error });
  }
}

function openInMode(
  lockingMode: 'NORMAL' | 'EXCLUSIVE',
  path: string,
  { migrations, synchronous, busyTimeoutMs }: DatabaseOptions,
): DatabaseSync {
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
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
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
