import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { onTestFinished } from 'vitest';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { makeTestFolder } from './folder.ts';

const { MONGODB_URI, STORE = 'sqlite' } = process.env;

/** Whether there is a server for the tests to use; in CI there must be one. */
export const hasMongo = MONGODB_URI !== undefined && MONGODB_URI !== '';
if (!hasMongo && process.env['CI'] !== undefined) {
  throw new Error('MONGODB_URI must be set in CI: eval "$(.ci/services)"');
}

/** The stores that every promise is held on. */
export const STORES: readonly { name: string; isThere: boolean; open(): Promise<Store> }[] = [
  { name: 'SQLite', isThere: true, open: openTestSqlite },
  { name: 'MongoDB', isThere: hasMongo, open: openTestMongo },
];

/** An empty store of the kind that this run of the tests is about; it closes with the test. */
export function openTestStore(folder = makeTestFolder()): Promise<Store> {
  return STORE === 'mongodb' ? openTestMongo() : openTestSqlite(folder);
}

async function openTestSqlite(folder = makeTestFolder()): Promise<Store> {
  const store = openSqliteStore(folder);
  onTestFinished(() => store.close());
  return store;
}

async function openTestMongo(): Promise<Store> {
  const store = await openMongoStore(makeTestDatabase());
  onTestFinished(() => store.close());
  return store;
}

/** The address of a database of its own, which goes with the test. */
export function makeTestDatabase(): string {
  const url = new URL(MONGODB_URI ?? '');
  url.pathname = `/registru-test-${randomBytes(8).toString('hex')}`;
  onTestFinished(async () => {
    const client = new MongoClient(url.href);
    await client.db().dropDatabase();
    await client.close();
  });
  return url.href;
}
