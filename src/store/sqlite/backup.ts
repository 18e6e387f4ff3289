import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { toReason } from './driver-errors.ts';
import { findStoreFile } from './folder.ts';
import { BUSY_TIMEOUT_MS } from './open-database.ts';

/** Copies all pages in one step: a write by another process between two steps restarts the copy. */
const PAGES_PER_STEP = 2 ** 31 - 1;

/** In the order in which they are copied. */
const FILES = ['accounts', 'usage', 'companies'] as const;

/** The numbers of rows in the copies. */
interface BackupCount {
  companies: number;
  accounts: number;
}

/**
 * Copies the embedded store of a data folder into an existing folder without a store; servers and
 * imports may be running. Each copy is a consistent snapshot of its file, which is not changed or
 * upgraded. It is checked, and gets its name when it is complete. Throws a one-line Error.
 */
export async function backUpSqliteStore(dataDir: string, folder: string): Promise<BackupCount> {
  const accounts = await backUp(dataDir, folder, 'accounts');
  await backUp(dataDir, folder, 'usage');
  // Comes after accounts.db, so that it has every import up to which a webhook of accounts.db was delivered.
  const companies = await backUp(dataDir, folder, 'companies');
  return { companies, accounts };
}

/**
 * Checks each file of a backup whole, which takes longer than the check of a new one: SQLite reads
 * every page and index entry. Nothing is changed. Throws a one-line Error.
 */
export function verifyBackup(folder: string): BackupCount {
  const [accounts = 0, , companies = 0] = FILES.map((name) => {
    const path = join(folder, `${name}.db`);
    try {
      return countChecked(openUnchanged(path), name, 'integrity_check');
    } catch (error) {
      throw new Error(`${path} cannot be used: ${toReason(error)}`, { cause: error });
    }
  });
  return { companies, accounts };
}

/**
 * Deletes the backups beside `folder` except for the newest `keep`, that one included. Only folders
 * that hold a complete backup and nothing else count, and never the store itself. Returns the
 * deleted ones, oldest first.
 */
export function deleteOldBackups(dataDir: string, folder: string, keep: number): string[] {
  const parent = dirname(resolve(folder));
  const backups = readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(parent, name))
    .filter((path) => path !== resolve(dataDir) && isBackup(path))
    .map((path) => ({ path, endedAtMs: statSync(join(path, 'companies.db')).mtimeMs }))
    .toSorted((one, other) => one.endedAtMs - other.endedAtMs)
    .map(({ path }) => path);
  const old = backups.slice(0, Math.max(0, backups.length - keep));
  for (const path of old) rmSync(path, { recursive: true });
  return old;
}

function isBackup(path: string): boolean {
  const names = readdirSync(path);
  const files = FILES.map((name) => `${name}.db`);
  return (
    files.every((file) => names.includes(file)) &&
    names.every((name) => name === 'secret' || files.includes(name))
  );
}

/** Returns the number of rows in the copy's table of the same name. */
async function backUp(
  dataDir: string,
  folder: string,
  name: keyof BackupCount | 'usage',
): Promise<number> {
  const source = findStoreFile(dataDir, `${name}.db`);
  const copy = join(folder, `${name}.db`);
  try {
    const draft = `${copy}.part`;
    closeSync(openSync(draft, 'wx', 0o600));
    const db = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      // Says what is wrong: of a locked file `backup` says "not an error".
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      await backup(db, draft, { rate: PAGES_PER_STEP });
    } finally {
      db.close();
    }
    const count = checkAndCount(draft, name);
    renameSync(draft, copy);
    return count;
  } catch (error) {
    throw new Error(`cannot copy ${source} to ${copy}: ${toReason(error)}`, { cause: error });
  }
}

function checkAndCount(path: string, table: string): number {
  return countChecked(new DatabaseSync(path), table, 'quick_check');
}

/** Closes the database. */
function countChecked(
  db: DatabaseSync,
  table: string,
  check: 'quick_check' | 'integrity_check',
): number {
  try {
    const result = db.prepare(`PRAGMA ${check}(1)`).get()?.[check];
    if (result !== 'ok') {
      // It may have several lines.
      throw new Error(`the copy is damaged: ${String(result).replaceAll('\n', ' ')}`);
    }
    return Number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
  } finally {
    db.close();
  }
}

/** Without a write-ahead log, which even a reader would create beside the file. */
function openUnchanged(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}
