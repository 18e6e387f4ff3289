import { closeSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { toReason } from './driver-errors.ts';
import { findStoreFile } from './folder.ts';
import { BUSY_TIMEOUT_MS } from './open-database.ts';

/** Copies all pages in one step: a write by another process between two steps restarts the copy. */
const PAGES_PER_STEP = 2 ** 31 - 1;

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
    await backup(db, draft, { rate: PAGES_PER_STEP }).finally(() => db.close());
    const count = checkAndCount(draft, name);
    renameSync(draft, copy);
    return count;
  } catch (error) {
    throw new Error(`cannot copy ${source} to ${copy}: ${toReason(error)}`, { cause: error });
  }
}

function checkAndCount(path: string, table: string): number {
  const db = new DatabaseSync(path);
  try {
    const result = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (result !== 'ok') throw new Error(`the copy is damaged: ${result}`);
    return Number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
  } finally {
    db.close();
  }
}
