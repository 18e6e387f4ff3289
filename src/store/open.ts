import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { QueryReading } from './query-reads.ts';
import type { CompanySnapshot, Store, StoreForImport, WholeStore } from './store.ts';

/** The location of the store: MongoDB if its address is set, otherwise the data folder. */
export type StoreLocation = Pick<Config, 'dataDir' | 'mongodbUri'>;

/** The store in words, without user and password. Throws a one-line Error for a wrong address. */
export async function describeStore({ dataDir, mongodbUri }: StoreLocation): Promise<string> {
  if (mongodbUri === null) return resolve(dataDir);
  const { createClient, SERVING_LIMITS, toLocation } = await import('./mongo/client.ts');
  return `MongoDB ${toLocation(createClient(mongodbUri, SERVING_LIMITS))}`;
}

/** Whether there is a store, which opening it would otherwise create. Throws a one-line Error. */
export async function hasStore({ dataDir, mongodbUri }: StoreLocation): Promise<boolean> {
  if (mongodbUri === null) {
    const { hasStoreFile } = await import('./sqlite/folder.ts');
    return hasStoreFile(dataDir, 'companies.db');
  }
  const { hasMongoStore } = await import('./mongo/open.ts');
  return await hasMongoStore(mongodbUri);
}

/**
 * Calls `onFault` if the store opened read-only because the disk is full. Throws a one-line Error,
 * also for a copy that has not ended. Of the adapters only the modules that are used are loaded.
 */
export async function openStore(
  { dataDir, mongodbUri }: StoreLocation,
  onFault: (error: unknown) => void,
): Promise<Store> {
  if (mongodbUri === null) {
    const { openSqliteStore } = await import('./sqlite/open.ts');
    return await requireWhole(openSqliteStore(dataDir, { onFullDisk: onFault }));
  }
  const { openMongoStore } = await import('./mongo/open.ts');
  return await requireWhole(await openMongoStore(mongodbUri));
}

/** Throws a one-line Error, also if another import is running or for a copy that has not ended. */
export async function openImportStore({
  dataDir,
  mongodbUri,
}: StoreLocation): Promise<StoreForImport> {
  if (mongodbUri === null) {
    const { openSqliteImport } = await import('./sqlite/open-import.ts');
    return await requireWhole(openSqliteImport(dataDir));
  }
  const { openMongoImport } = await import('./mongo/open-import.ts');
  return await requireWhole(await openMongoImport(mongodbUri));
}

/** Closes a copy that has not ended, whose records the rest of the copy would overwrite. */
async function requireWhole<Opened extends Pick<Store, 'companies' | 'close'>>(
  store: Opened,
): Promise<Opened> {
  try {
    if (!(await store.companies.isPartialCopy())) return store;
    throw new Error('a copy into this store has not ended: run npm run copy again until it does');
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Throws a one-line Error; on the embedded store also if a server or an import is using it. */
export async function openWholeStore({ dataDir, mongodbUri }: StoreLocation): Promise<WholeStore> {
  if (mongodbUri === null) {
    const { openWholeSqlite } = await import('./sqlite/open-import.ts');
    return openWholeSqlite(dataDir);
  }
  const { openWholeMongo } = await import('./mongo/open-import.ts');
  return await openWholeMongo(mongodbUri);
}

/** Throws a one-line Error; on MongoDB also if an import is running. */
export async function openCompanySnapshot({
  dataDir,
  mongodbUri,
}: StoreLocation): Promise<CompanySnapshot> {
  if (mongodbUri === null) {
    const { openSqliteSnapshot } = await import('./sqlite/open-import.ts');
    return openSqliteSnapshot(dataDir);
  }
  const { openMongoSnapshot } = await import('./mongo/open-import.ts');
  return await openMongoSnapshot(mongodbUri);
}

/**
 * Opens the reads of staff, of the API's searches or of deliveries to webhooks. Each share has
 * processes or connections of its own. `onFault` is called for each reader process that died.
 * Rejects with Unavailable on MongoDB if no server responds.
 */
export async function createQueryReading(
  { dataDir, mongodbUri }: StoreLocation,
  share: 'staff' | 'search' | 'webhooks',
  onFault: (error: unknown) => void,
): Promise<QueryReading> {
  if (mongodbUri === null) {
    const { createReaderPool, READER_POOLS } = await import('./sqlite/reader/reader-pool.ts');
    return createReaderPool(dataDir, READER_POOLS[share], onFault);
  }
  const { openMongoQueryReads, QUERY_LIMITS } = await import('./mongo/query-reads.ts');
  return await openMongoQueryReads(mongodbUri, QUERY_LIMITS[share]);
}

/** The folder for an import's temporary files. */
export function toTemporaryFolder({ dataDir, mongodbUri }: StoreLocation): string {
  return mongodbUri === null ? dataDir : tmpdir();
}
