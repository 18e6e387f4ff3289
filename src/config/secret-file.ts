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
 * The secret of an existing data folder, created at the first call with mode 0600. Two processes
 * that start at once get the same secret: it is written to another file, which is then linked.
 * Throws an Error of one line when the file has other contents or cannot be created.
 */
export function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  const secret = readIfExists(path) ?? create(path);
  if (SHAPE.test(secret)) return secret;
  throw new Error(
    `${path} does not hold a secret of ${SECRET_BYTES * 2} hexadecimal digits; put the right ` +
      'file back from a backup, or remove it: keys not yet revealed must then be regenerated',
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
