import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { type Collection, MongoClient } from 'mongodb';
import { inject, onTestFinished } from 'vitest';
import { toCollections } from '../../src/store/mongo/collections.ts';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { createStaffReading, type StaffReading, type StorePlace } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from './folder.ts';
import { TEST_DATABASE } from './test-databases.ts';

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

/** Where `openTestStore` has opened a store. */
export function toTestPlace(store: Store, folder: string): StorePlace {
  return { dataDir: folder, mongodbUri: uris.get(store) ?? null };
}

/** What staff ask of a store that `openTestStore` has opened in the folder. */
export function openTestStaffReading(store: Store, folder: string): Promise<StaffReading> {
  return createStaffReading(toTestPlace(store, folder), () => {});
}

/** An empty store of the kind that this run of the tests is about; it closes with the test. */
export function openTestStore(folder = makeTestFolder()): Promise<Store> {
  return STORE === 'mongodb' ? openTestMongo() : openTestSqlite(folder);
}

async function openTestSqlite(folder = makeTestFolder()): Promise<Store> {
  const store = openSqliteStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** A store with what a closed one has, which `openTestStore` has opened in the folder `from`. */
export async function copyTestStore(copied: Store, from: string, to: string): Promise<Store> {
  const uri = uris.get(copied);
  if (uri === undefined) {
    cpSync(from, to, { recursive: true });
    return await openTestSqlite(to);
  }
  const store = await openTestMongo();
  await copyDatabase(uri, uris.get(store) ?? '');
  return store;
}

/** Closes a store before its test ends, for a test that opens many of them. */
export async function closeTestStore(store: Store): Promise<void> {
  await store.close();
  const uri = uris.get(store);
  if (uri === undefined) return;
  uris.delete(store);
  await emptyDatabase(uri);
  emptied.push(uri);
}

const uris = new Map<Store, string>();
/**
 * Databases in their layout and without contents, for the next test of this process: to make one
 * takes ten times as long as to empty it.
 */
const emptied: string[] = [];

export async function openTestMongo(): Promise<Store> {
  const uri = emptied.pop() ?? toDatabaseUri(inject('testRun'));
  const store = await openMongoStore(uri);
  uris.set(store, uri);
  onTestFinished(() => closeTestStore(store));
  return store;
}

/** The address of a database that no program has opened yet; it goes with the test. */
export function makeTestDatabase(): string {
  const uri = toDatabaseUri('new');
  onTestFinished(async () => {
    await withClient(uri, (client) => client.db().dropDatabase());
  });
  return uri;
}

function toDatabaseUri(run: string): string {
  const url = new URL(MONGODB_URI ?? '');
  url.pathname = `/${TEST_DATABASE}-${run}-${randomBytes(8).toString('hex')}`;
  return url.href;
}

function emptyDatabase(uri: string): Promise<void> {
  return withClient(uri, async (client) => {
    const collections = Object.values(toCollections(client.db()));
    const contents = collections.filter(({ collectionName }) => collectionName !== 'versions');
    await Promise.all(contents.map((collection: Collection<never>) => collection.deleteMany({})));
  });
}

function copyDatabase(from: string, to: string): Promise<void> {
  return withClient(from, (source) =>
    withClient(to, async (target) => {
      for (const { collectionName } of await source.db().collections()) {
        const documents = await source.db().collection(collectionName).find().toArray();
        const copy = target.db().collection(collectionName);
        await copy.deleteMany({});
        if (documents.length > 0) await copy.insertMany(documents);
      }
    }),
  );
}

async function withClient<Result>(uri: string, work: (client: MongoClient) => Promise<Result>) {
  const client = new MongoClient(uri);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
