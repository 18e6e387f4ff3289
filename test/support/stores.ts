import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { createHistoryQueries } from '../../src/store/imports/history.ts';
import { createChangeReads } from '../../src/store/imports/public-changes.ts';
import { createImportStore } from '../../src/store/imports/runs.ts';
import { callWithin } from '../../src/store/mongo/calls.ts';
import { createClient, SERVING_LIMITS } from '../../src/store/mongo/client.ts';
import { LAYOUT, toCollections } from '../../src/store/mongo/collections.ts';
import { createCompanyWrites as createMongoWrites } from '../../src/store/mongo/companies.ts';
import { createStore, openStoreOn } from '../../src/store/mongo/open.ts';
import { createImports } from '../../src/store/mongo/open-import.ts';
import { createCompanyQueries as createMongoReads } from '../../src/store/mongo/query-reads.ts';
import { createQueryReading, openImportStore, type StoreLocation } from '../../src/store/open.ts';
import type { CompanyChange, StoredCompany } from '../../src/store/port/companies.ts';
import type { PublicChangeReads } from '../../src/store/port/public-changes.ts';
import type { HistoryReads } from '../../src/store/port/query-reads.ts';
import type { QueryReading, QueryReads } from '../../src/store/query-reads.ts';
import { createActivityIds } from '../../src/store/sqlite/activities.ts';
import { createCompanyWrites } from '../../src/store/sqlite/companies.ts';
import {
  createImportCollections,
  openImportDatabase,
  WRITER_CACHE_KIB,
} from '../../src/store/sqlite/company-schema.ts';
import { makeFolder } from '../../src/store/sqlite/folder.ts';
import { openSqliteStore, type SqliteOptions } from '../../src/store/sqlite/open.ts';
import { createCompanyQueries } from '../../src/store/sqlite/query-reads.ts';
import { createImportWrites } from '../../src/store/sqlite/writer/import-writes.ts';
import type { Store, StoreForImport } from '../../src/store/store.ts';
import { COMPANY, toStored } from './companies.ts';
import { makeTestFolder } from './folder.ts';
import { onFinished } from './shared.ts';
import { TEST_DATABASE } from './test-databases.ts';

const { MONGODB_URI, STORE = 'sqlite' } = process.env;

/** Whether there is a server for the tests to use; in CI there must be one. */
export const hasMongo = MONGODB_URI !== undefined && MONGODB_URI !== '';
if (!hasMongo && process.env['CI'] !== undefined) {
  throw new Error('MONGODB_URI must be set in CI: eval "$(.ci/services)"');
}

/**
 * A server's store that a test can also write as an import does, at once and without the import's
 * lock, so that the test can run imports as well.
 */
export interface TestStore extends Store {
  companies: StoreForImport['companies'] & {
    /** Newest first. */
    listChanges(idno: string, first: number): Promise<CompanyChange[]>;
    /** The same of several companies, in their order. */
    listHistories(idnos: readonly string[], first: number): Promise<CompanyChange[][]>;
  };
  imports: StoreForImport['imports'];
  changes: PublicChangeReads;
  /** As a reader process does, without one. */
  readHistory: HistoryReads['readHistory'];
}

/** The stores that every promise is held on. */
export const STORES: readonly { name: string; isThere: boolean; open(): Promise<TestStore> }[] = [
  { name: 'SQLite', isThere: true, open: () => openCopiedSqlite(makeTestFolder()) },
  { name: 'MongoDB', isThere: hasMongo, open: () => openTestMongo() },
];

/** Where `openTestStore` has opened a store. */
export function toTestPlace(store: Store, folder: string): StoreLocation {
  return { dataDir: folder, mongodbUri: uris.get(store) ?? null };
}

/** What staff ask of a store that `openTestStore` has opened in the folder. */
export function openTestReading(store: Store, folder: string): Promise<QueryReading> {
  return createQueryReading(toTestPlace(store, folder), 'staff', () => {});
}

/** An empty store of the kind that this run of the tests is about; it closes with the test. */
export async function openTestStore(folder = makeTestFolder()): Promise<TestStore> {
  return await (STORE === 'mongodb' ? openTestMongo() : openCopiedSqlite(folder));
}

/** Of an empty store: to create one takes several times as long as to write these. */
let emptyFiles: readonly { name: string; bytes: Buffer }[] | undefined;

async function openCopiedSqlite(folder: string): Promise<TestStore> {
  emptyFiles ??= await createEmptyFiles();
  if (!existsSync(join(folder, 'companies.db'))) {
    makeFolder(folder);
    for (const { name, bytes } of emptyFiles) {
      writeFileSync(join(folder, name), bytes, { mode: 0o600 });
    }
  }
  return openTestSqlite(folder);
}

async function createEmptyFiles() {
  const folder = makeTestFolder();
  await openSqliteStore(folder).close();
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

/** The embedded store in the folder; it closes with the test. */
export function openTestSqlite(folder = makeTestFolder(), options: SqliteOptions = {}): TestStore {
  const store = openSqliteStore(folder, options);
  const path = join(folder, 'companies.db');
  const db = openImportDatabase(path, WRITER_CACHE_KIB);
  const writer = createImportWrites(db, { path, rowsPerCommit: 0 }, Number.POSITIVE_INFINITY);
  async function close(): Promise<void> {
    if (db.isOpen) db.close();
    await store.close();
  }
  onFinished(close);
  const writes = createCompanyWrites(db, createActivityIds(db), writer);
  const documents = createImportCollections(db);
  const { listChanges, readHistory } = createHistoryQueries(documents, createCompanyQueries(db));
  return {
    ...store,
    companies: { ...store.companies, ...writes, ...toHistories(listChanges) },
    imports: createImportStore(documents, writes.findRevisions),
    changes: createChangeReads(documents),
    readHistory,
    close,
  };
}

function toHistories(listChanges: QueryReads['listChanges']) {
  return {
    listChanges: async (idno: string, first: number) => (await listChanges([idno], first))[0] ?? [],
    listHistories: listChanges,
  };
}

/** A store with what a closed one has, which `openTestStore` has opened in the folder `from`. */
export async function copyTestStore(
  copied: TestStore,
  from: string,
  to: string,
): Promise<TestStore> {
  const uri = uris.get(copied);
  if (uri === undefined) {
    cpSync(from, to, { recursive: true });
    return openTestSqlite(to);
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

/** The store at the address, or in an empty database that goes with the test; it closes with it. */
export async function openTestMongo(address?: string): Promise<TestStore> {
  const prepared = address === undefined ? emptied.pop() : undefined;
  const uri = address ?? prepared ?? toDatabaseUri(inject('testRun'));
  const client = createClient(uri, SERVING_LIMITS);
  const store =
    prepared === undefined
      ? await openTestMongoOn(client)
      : toTestMongo(client, createStore(client));
  if (address === undefined) uris.set(store, uri);
  return store;
}

export async function openTestMongoOn(client: MongoClient): Promise<TestStore> {
  return toTestMongo(client, await openStoreOn(client));
}

/** The time limit of a call of an import; a server's is too short for a write of the most records. */
const IMPORT_CALL_MS = 30_000;

function toTestMongo(client: MongoClient, served: Store): TestStore {
  const collections = toCollections(client.db(), (_, work) => callWithin(IMPORT_CALL_MS, work));
  const writes = createMongoWrites(collections);
  const queries = createMongoReads(collections);
  const { listChanges, readHistory } = createHistoryQueries(collections.documents, queries);
  let version = 0;
  const store = {
    ...served,
    companies: {
      ...served.companies,
      ...writes,
      ...toHistories(listChanges),
      // Its writes are of no import, by which servers know that companies may have changed.
      readDataVersion: async () => version++,
    },
    imports: createImports(collections, writes),
    changes: createChangeReads(collections.documents),
    readHistory,
  };
  onFinished(() => closeTestStore(store));
  return store;
}

/** As an import does, into a store that nothing need have open. */
export async function writeCompanies(place: StoreLocation, ...companies: StoredCompany[]) {
  const store = await openImportStore(place);
  await store.companies.write(companies, []);
  await store.close();
}

/** The address of a database that no program has opened yet; it goes with the test. */
export function makeTestDatabase(): string {
  const uri = toDatabaseUri('new');
  onFinished(async () => {
    await toDatabase(uri).dropDatabase();
  });
  return uri;
}

function toDatabaseUri(run: string): string {
  const url = new URL(MONGODB_URI ?? '');
  url.pathname = `/${TEST_DATABASE}-${run}-${randomBytes(8).toString('hex')}`;
  return url.href;
}

let client: MongoClient | undefined;

/** Through one client for all tests of this process, which ends with it. */
function toDatabase(uri: string): Db {
  client ??= new MongoClient(MONGODB_URI ?? '');
  return client.db(new URL(uri).pathname.slice(1));
}

/** First asks all collections at once, as most are empty and each deletion takes a call. */
async function emptyDatabase(uri: string): Promise<void> {
  const db = toDatabase(uri);
  const names = Object.entries(LAYOUT).map(([key, { name = key }]) => name);
  const [first = '', ...others] = names.filter((name) => name !== 'versions');
  const toFirst = (name: string) => [
    { $limit: 1 },
    { $project: { _id: 0, name: { $literal: name } } },
  ];
  const filled = db
    .collection(first)
    .aggregate([
      ...toFirst(first),
      ...others.map((name) => ({ $unionWith: { coll: name, pipeline: toFirst(name) } })),
    ]);
  await Promise.all((await filled.toArray()).map(({ name }) => db.collection(name).deleteMany({})));
}

/** Into a database without contents. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const [source, target] = [toDatabase(from), toDatabase(to)];
  const collections = await source.collections();
  await Promise.all(
    collections.map(async ({ collectionName }) => {
      const documents = await source.collection(collectionName).find().toArray();
      if (documents.length === 0) return;
      const copy = target.collection(collectionName);
      // The versions of the layout, which a new database has too.
      await copy.deleteMany({});
      await copy.insertMany(documents);
    }),
  );
}

const COMPANIES_PER_WRITE = 1_000;

/** A new folder with an embedded store of `count` companies, which differ only in their IDNO. */
export async function fillDataFolder(count: number): Promise<string> {
  const dataDir = makeTestFolder();
  const store = await openImportStore({ dataDir, mongodbUri: null });
  for (let from = 0; from < count; from += COMPANIES_PER_WRITE) {
    const companies = Array.from({ length: COMPANIES_PER_WRITE }, (_, offset) =>
      toStored({ ...COMPANY, idno: `1${String(from + offset).padStart(12, '0')}` }),
    );
    await store.companies.write(companies, []);
  }
  await store.close();
  return dataDir;
}
