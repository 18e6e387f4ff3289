import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 32;
const SHAPE = /^[0-9a-f]{64}$/;

/**
 * The secret of a data folder that is there, made at the first call with mode 0600. Two processes that start
 * at once get the same one: it is written under another name and linked into place whole.
 * Throws an Error of one line when the file holds something else or can't be made.
 */
export function readOrMakeSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  const secret = readIfThere(path) ?? make(path);
  if (SHAPE.test(secret)) return secret;
  throw new Error(
    `${path} does not hold a secret of ${SECRET_BYTES * 2} hexadecimal digits; put the right ` +
      'file back from a backup, or remove it: keys that wait to be revealed are then regenerated',
  );
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

function make(path: string): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
