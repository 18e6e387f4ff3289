import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
/** The key that encrypts sealed API keys, unless APP_SECRET does. */
const SECRET = 'secret';
/** SHA-256 of each file, in the form of `sha256sum`: written last, so that a backup with it is complete. */
const SUMS = 'SHA256SUMS';
const HASH_BYTES = 1_048_576;

/** The numbers of rows in the copies. */
interface BackupCount {
  companies: number;
  accounts: number;
}

interface BackupOptions {
  /** Whether the data folder's secret is copied too, if there is one. */
  withSecret?: boolean;
  /** Aborts the backup before the next file, with its reason. */
  signal?: AbortSignal;
}

/**
 * Copies the embedded store of a data folder into an existing folder without a store; servers and
 * imports may be running. Each copy is a consistent snapshot of its file, which is not changed or
 * upgraded. It is checked, and gets its name when it is complete. `secret`: whether it was copied.
 * Throws a one-line Error, or the signal's reason, and leaves the folder as it was.
 */
export async function backUpSqliteStore(
  dataDir: string,
  folder: string,
  { withSecret = false, signal }: BackupOptions = {},
): Promise<BackupCount & { secret: boolean }> {
  try {
    const accounts = await backUp(dataDir, folder, 'accounts', signal);
    await backUp(dataDir, folder, 'usage', signal);
    // Comes after accounts.db, so that it has every import up to which a webhook of accounts.db was delivered.
    const companies = await backUp(dataDir, folder, 'companies', signal);
    const secret = withSecret && copySecret(dataDir, folder);
    writeSums(folder);
    return { companies, accounts, secret };
  } catch (error) {
    for (const name of [...FILES.flatMap(toCopyNames), SECRET, SUMS])
      rmSync(join(folder, name), { force: true });
    throw error;
  }
}

/** Of the copy, and of the copy that is being made with the files that SQLite has beside it. */
function toCopyNames(name: (typeof FILES)[number]): string[] {
  const draft = toDraft(`${name}.db`);
  return [`${name}.db`, draft, ...['-journal', '-wal', '-shm'].map((end) => draft + end)];
}

function toDraft(copy: string): string {
  return `${copy}.part`;
}

/** False if there is no secret file: no server or account command has opened the store yet. */
function copySecret(dataDir: string, folder: string): boolean {
  const path = join(dataDir, SECRET);
  if (!existsSync(path)) return false;
  copyFileSync(path, join(folder, SECRET), constants.COPYFILE_EXCL);
  return true;
}

function writeSums(folder: string): void {
  const lines = FILES.map((name) => `${hashFile(join(folder, `${name}.db`))}  ${name}.db\n`);
  writeFileSync(join(folder, SUMS), lines.join(''), { mode: 0o600, flush: true });
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const bytes = Buffer.alloc(HASH_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = 1; read > 0; ) {
      read = readSync(file, bytes);
      hash.update(bytes.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

/**
 * Checks each file of a backup whole, which takes longer than the check of a new one: its bytes are
 * those of the copy, and SQLite reads every page and index entry. Nothing is changed. Throws a
 * one-line Error.
 */
export function verifyBackup(folder: string): BackupCount {
  const sums = readSums(folder);
  const [accounts = 0, , companies = 0] = FILES.map((name) => {
    const path = join(folder, `${name}.db`);
    try {
      if (hashFile(path) !== sums.get(`${name}.db`)) throw new Error(`it is not as ${SUMS} says`);
      return countChecked(openUnchanged(path), name, 'integrity_check');
    } catch (error) {
      throw new Error(`${path} cannot be used: ${toReason(error)}`, { cause: error });
    }
  });
  return { companies, accounts };
}

/** The hash of each file by its name. */
function readSums(folder: string): ReadonlyMap<string, string> {
  try {
    const lines = readFileSync(join(folder, SUMS), 'utf8').trimEnd().split('\n');
    return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  } catch (error) {
    throw new Error(
      `${folder} is no complete backup: there is no ${SUMS} in it that can be read; name the folder ` +
        'that "npm run backup" has written',
      { cause: error },
    );
  }
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
  const files = [...FILES.map((name) => `${name}.db`), SUMS];
  return (
    files.every((file) => names.includes(file)) &&
    names.every((name) => name === SECRET || files.includes(name))
  );
}

/** Returns the number of rows in the copy's table of the same name. */
async function backUp(
  dataDir: string,
  folder: string,
  name: keyof BackupCount | 'usage',
  signal: AbortSignal | undefined,
): Promise<number> {
  const source = findStoreFile(dataDir, `${name}.db`);
  const copy = join(folder, `${name}.db`);
  try {
    const draft = toDraft(copy);
    closeSync(openSync(draft, 'wx', 0o600));
    const db = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      // Says what is wrong: of a locked file `backup` says "not an error".
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      await backup(db, draft, { rate: PAGES_PER_STEP });
      signal?.throwIfAborted();
    } finally {
      db.close();
    }
    const count = checkAndCount(draft, name);
    renameSync(draft, copy);
    return count;
  } catch (error) {
    if (signal?.aborted) throw error;
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
