import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';

const SECRET_BYTES = 32;
const SHAPE = /^[0-9a-f]{64}$/;

/**
 * The secret of an existing data folder. Without accounts, for which nothing was encrypted yet, it is
 * created at the first call with mode 0600. Two processes that start at once get the same secret: it
 * is written to another file, which is then linked. Throws an Error of one line when the file has
 * other contents, cannot be created, or is missing where there are accounts.
 */
export function readOrCreateSecret(dataDir: string, hasAccounts: boolean): string {
  const path = join(dataDir, 'secret');
  const stored = readIfExists(path);
  if (stored === null && hasAccounts) {
    throw new Error(
      `APP_SECRET is not set and there is no ${path}, but accounts: set APP_SECRET as it was, ` +
        putBack(path),
    );
  }
  const secret = stored ?? create(path);
  if (SHAPE.test(secret)) return secret;
  throw new Error(
    `${path} does not hold a secret of ${SECRET_BYTES * 2} hexadecimal digits; ${putBack(path)}`,
  );
}

function putBack(path: string): string {
  return (
    'put the file back from a backup, or make another secret ' +
    `("openssl rand -hex ${SECRET_BYTES} > ${path}"), with which keys not yet revealed must be ` +
    'regenerated and secrets of webhooks rotated'
  );
}

/** Throws an Error of one line: several machines must decrypt each other's keys. */
export function requireAppSecrets({ appSecrets }: Pick<Config, 'appSecrets'>): void {
  if (appSecrets !== null) return;
  throw new Error(
    'APP_SECRET must be set where MONGODB_URI is, the same for every process; for example ' +
      'APP_SECRET=the output of "openssl rand -hex 32"',
  );
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

function create(path: string): string {
  const draft = `${path}.${process.pid}`;
  try {
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) {
      throw new Error(`cannot write ${path}: ${toReason(error)}`, { cause: error });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  // A power cut must not lose the secret of keys that are already encrypted.
  syncFolder(dirname(path));
  return readFileSync(path, 'utf8').trim();
}

/** Makes the folder's entries durable. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function toReason(error: unknown): string {
  if (isSystemError(error, 'ENOSPC')) return 'the disk is full; free some space';
  return error instanceof Error ? error.message : String(error);
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
