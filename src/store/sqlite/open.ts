import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Unavailable } from '../../domain/errors.ts';
import { createAccountParts } from '../accounts/store.ts';
import { probe, type Store } from '../store.ts';
import { createAccountData, openAccountDatabases } from './account-databases.ts';
import { createCompanyReads } from './companies.ts';
import { COMPANY_FILE } from './company-schema.ts';
import { makeFolder } from './folder.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';

export interface SqliteOptions {
  /** Called if a full disk makes the store read-only, and when it no longer is; else that throws. */
  onFullDisk?: (error: Error) => void;
  elapsedMs?: () => number;
}

/**
 * Opens all files of a data folder, `companies.db` to be read only. Throws as `openDatabase` does.
 */
function openDatabases(dataDir: string, onFullDisk?: DatabaseOptions['onFullDisk']) {
  const path = join(dataDir, 'companies.db');
  const companies = openDatabase(path, { ...COMPANY_FILE, onFullDisk, readOnly: true });
  try {
    return { companies, ...openAccountDatabases(dataDir, onFullDisk) };
  } catch (error) {
    companies.close();
    throw error;
  }
}

/**
 * Opens the embedded store in a folder, which is created if it is missing, for its owner only. Only
 * imports and copies write `companies.db`, so that no key change waits for an import's lock; a
 * server creates and upgrades the file, and then only reads it.
 */
export function openSqliteStore(dataDir: string, options: SqliteOptions = {}): Store {
  const { onFullDisk, elapsedMs = () => performance.now() } = options;
  makeFolder(dataDir);
  const readOnlyPaths = new Set<string>();
  const noteFullDisk: DatabaseOptions['onFullDisk'] =
    onFullDisk &&
    ((error, { path, isFull }) => {
      if (isFull) readOnlyPaths.add(path);
      else readOnlyPaths.delete(path);
      onFullDisk(error);
    });
  const databases = openDatabases(dataDir, noteFullDisk);
  const guardOf = (name: string) => guardFile(join(dataDir, `${name}.db`), elapsedMs);
  const [companyFile, accountFile, usageFile] = [
    guardOf('companies'),
    guardOf('accounts'),
    guardOf('usage'),
  ];
  const store = {
    companies: companyFile.guard(createCompanyReads(databases.companies)),
    ...createAccountParts(
      createAccountData(databases, { accounts: accountFile.guard, usage: usageFile.guard }),
    ),
  };
  return {
    ...store,
    readClockMs: async () => null,
    async ping() {
      for (const file of [companyFile, accountFile, usageFile]) file.check();
      await probe(store);
    },
    isReadOnly: () => readOnlyPaths.size > 0,
    async close() {
      for (const db of Object.values(databases)) if (db.isOpen) db.close();
    },
  };
}

/** How long calls may still succeed after the file was removed. */
const CHECK_INTERVAL_MS = 1_000;

/** Rejects calls after the database file was removed or replaced. */
interface FileGuard {
  /** Throws Unavailable. */
  check(): void;
  /** The part with methods that reject while the original file is not in its place. */
  guard<Part extends object>(part: Part): Part;
}

/**
 * For a file that this process has just opened. SQLite continues to use a file that was removed or
 * replaced: its writes are then lost, and it does not see what other processes write to a new one.
 */
function guardFile(path: string, elapsedMs: () => number): FileGuard {
  const opened = identify(path);
  let checkedMs = elapsedMs();

  function check(): void {
    checkedMs = elapsedMs();
    if (identify(path) === opened) return;
    // Check at each call until the file is back.
    checkedMs = Number.NEGATIVE_INFINITY;
    throw new Unavailable(
      `the embedded store: ${path} was removed or replaced; stop the server, put the file back ` +
        'and start again',
    );
  }

  function checkIfDue(): void {
    if (elapsedMs() - checkedMs >= CHECK_INTERVAL_MS) check();
  }

  return {
    check,
    guard(part) {
      const methods = Object.entries(part).map(([name, method]) => [
        name,
        async (...args: unknown[]) => {
          checkIfDue();
          return await method(...args);
        },
      ]);
      return Object.fromEntries(methods);
    },
  };
}

function identify(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
