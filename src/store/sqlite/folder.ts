import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const { R_OK, W_OK, X_OK } = constants;
const GROUP_AND_OTHERS = 0o077;

/**
 * Creates the data folder, accessible to its owner only. Throws a one-line Error if it cannot be
 * created, or if it exists and cannot be written.
 */
export function makeFolder(dataDir: string): void {
  const name = `DATA_DIR ${JSON.stringify(dataDir)}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`${name} cannot be used as a folder: ${toReason(error)}`, { cause: error });
  }
  requireAccess(dataDir, R_OK | W_OK | X_OK, name);
}

/** The path of an existing file of the embedded store. Throws a one-line Error without one. */
export function findStoreFile(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (hasStoreFile(dataDir, name)) return path;
  throw new Error(`there is no ${path}: set DATA_DIR to the folder of the embedded store`);
}

/** Throws a one-line Error if this user may not look. */
export function hasStoreFile(dataDir: string, name: string): boolean {
  const path = join(dataDir, name);
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) return false;
    throw new Error(
      `${path} cannot be read by this user (uid ${process.getuid?.()}): run this as the user that ` +
        'the server runs as',
      { cause: error },
    );
  }
}

/** Whether other users of the machine may enter the folder; its files are readable by none of them. */
export function isOpenToOthers(dataDir: string): boolean {
  return (statSync(dataDir).mode & GROUP_AND_OTHERS) !== 0;
}

/**
 * Creates a file that only its owner can read, and which others therefore cannot lock; an existing
 * one gets that mode. It is not opened: this process may hold locks on it, and closing any
 * descriptor of the file would release them all (fcntl(2)).
 */
export function makePrivateFile(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) {
    closeSync(openSync(path, 'a', 0o600));
    giveToOwner(path);
  } else if ((mode & GROUP_AND_OTHERS) !== 0) {
    chmodSync(path, mode & ~GROUP_AND_OTHERS);
  }
}

/**
 * A file that root has created goes to the owner of its folder, who could not open it otherwise.
 * SQLite does the same with its companion files.
 */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : null;
  const isFile = code === 'EEXIST' || code === 'ENOTDIR';
  return isFile ? 'it or a folder above it is a file; set DATA_DIR to a folder' : error.message;
}

/**
 * SQLite silently opens a file without write permission read-only and fails at the first write.
 * Throws a one-line Error instead.
 */
export function requireWritableFile(path: string): void {
  requireAccess(path, R_OK | W_OK, 'the file');
}

function requireAccess(path: string, mode: number, name: string): void {
  try {
    accessSync(path, mode);
  } catch (error) {
    throw new Error(
      `${name} cannot be read and written by this user (uid ${process.getuid?.()}): give it to the ` +
        'user that the server runs as, or change its mode',
      { cause: error },
    );
  }
}
