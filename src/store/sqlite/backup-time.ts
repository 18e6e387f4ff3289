import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwner } from './folder.ts';

/*
 * When the folder was last backed up, for an alert: backups may be anywhere, and the server does not
 * know where. The file belongs to no database, as a backup changes none.
 */

const FILE = 'last-backup';

export function writeLastBackup(dataDir: string, endedAtMs: number): void {
  const path = join(dataDir, FILE);
  writeFileSync(path, `${new Date(endedAtMs).toISOString()}\n`, { mode: 0o600 });
  giveToOwner(path);
}

/** Null if there was no backup since the folder was created or restored. */
export function readLastBackupMs(dataDir: string): number | null {
  try {
    const endedAtMs = Date.parse(readFileSync(join(dataDir, FILE), 'utf8').trim());
    return Number.isNaN(endedAtMs) ? null : endedAtMs;
  } catch {
    return null;
  }
}
