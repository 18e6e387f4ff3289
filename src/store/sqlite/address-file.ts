import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocked } from './lock.ts';

/*
 * Where the server of a data folder can be reached, for commands that print addresses: without
 * BASE_URL they do not know its HOST and PORT.
 */

/** Call it while this process holds the lock of the server. Throws the system's error. */
export function writeAddress(dataDir: string, url: string): void {
  writeFileSync(toPath(dataDir), `${url}\n`, { mode: 0o600 });
}

/** Does nothing if there is no such file. */
export function removeAddress(dataDir: string): void {
  rmSync(toPath(dataDir), { force: true });
}

/** Null if no server runs; a server that was killed has left its file. */
export function readAddress(dataDir: string): string | null {
  try {
    const url = readFileSync(toPath(dataDir), 'utf8').trim();
    return url !== '' && isLocked(dataDir, 'server') ? url : null;
  } catch {
    return null;
  }
}

function toPath(dataDir: string): string {
  return join(dataDir, 'address');
}
