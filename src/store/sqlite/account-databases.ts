import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Layout } from '../port/documents.ts';
import { type DocumentCollections, toFileLayout } from '../port/layout.ts';
import { COUNTER_TABLE, createCounters } from './counters.ts';
import { createDocumentCollections } from './document-collection.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';

/** The files of accounts; see `file` in `layout.ts`. */
interface AccountDatabases {
  accounts: DatabaseSync;
  usage: DatabaseSync;
}

/** The collections of each file. */
const FILE_LAYOUTS = {
  accounts: toFileLayout('accounts'),
  usage: toFileLayout('usage'),
} as const satisfies Record<keyof AccountDatabases, Layout>;

/**
 * Accounts and their counts are in two files, so that writing counts does not wait for the disk and
 * does not invalidate the cache of accounts (see `prepareCachedRead`). Throws as `openDatabase` does.
 */
export function openAccountDatabases(
  dataDir: string,
  onFullDisk?: DatabaseOptions['onFullDisk'],
): AccountDatabases {
  const common = { onFullDisk, upgradeLocks: ['server'] } as const;
  const usage = openDatabase(join(dataDir, 'usage.db'), {
    ...common,
    migrations: [COUNTER_TABLE],
    layout: FILE_LAYOUTS.usage,
    synchronous: 'NORMAL',
  });
  try {
    const accounts = openDatabase(join(dataDir, 'accounts.db'), {
      ...common,
      migrations: [() => requireNoCounts(usage)],
      layout: FILE_LAYOUTS.accounts,
      synchronous: 'FULL',
    });
    return { accounts, usage };
  } catch (error) {
    usage.close();
    throw error;
  }
}

type Guard = <Part extends object>(part: Part) => Part;

const asIs: Guard = (part) => part;

/** The collections and counters of both files, with the methods that the guard of each file gives. */
export function createAccountData(
  { accounts, usage }: AccountDatabases,
  guards: Readonly<Record<keyof AccountDatabases, Guard>> = { accounts: asIs, usage: asIs },
) {
  const guardEach = (collections: Readonly<Record<string, object>>, guard: Guard) =>
    Object.entries(collections).map(([name, one]) => [name, guard(one)]);
  const documents: DocumentCollections = Object.fromEntries([
    ...guardEach(createDocumentCollections(accounts, FILE_LAYOUTS.accounts), guards.accounts),
    ...guardEach(createDocumentCollections(usage, FILE_LAYOUTS.usage), guards.usage),
  ]);
  return { documents, counters: guards.usage(createCounters(usage)) };
}

/** For a new file of accounts. Throws a one-line Error. */
function requireNoCounts(usage: DatabaseSync): void {
  if (usage.prepare('SELECT 1 FROM usage LIMIT 1').get() === undefined) return;
  throw new Error('usage.db has counts of accounts that are not there: restore both files');
}
