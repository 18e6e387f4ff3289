import { tmpdir } from 'node:os';
import type { Config } from '../config/config.ts';
import type { StaffReading } from './port/staff-reads.ts';
import type { Store, StoreForImport } from './port/store.ts';
import { openSqliteStore } from './sqlite/open.ts';
import { openSqliteImport } from './sqlite/open-import.ts';
import { createReaderPool } from './sqlite/reader/reader-pool.ts';

/** Where the store is: MongoDB where it has an address, else the data folder. */
export type StorePlace = Pick<Config, 'dataDir' | 'mongodbUri'>;

/**
 * `onFault` is told where the store opens and takes no writes. Throws an Error of one line. The
 * driver of the other store is loaded only where it is used.
 */
export async function openStore(
  { dataDir, mongodbUri }: StorePlace,
  onFault: (error: unknown) => void,
): Promise<Store> {
  if (mongodbUri === null) return openSqliteStore(dataDir, { onFullDisk: onFault });
  const { openMongoStore } = await import('./mongo/open.ts');
  return await openMongoStore(mongodbUri);
}

/** Throws an Error of one line, also when another import is running. */
export async function openImportStore({
  dataDir,
  mongodbUri,
}: StorePlace): Promise<StoreForImport> {
  if (mongodbUri === null) return openSqliteImport(dataDir);
  const { openMongoImport } = await import('./mongo/open-import.ts');
  return await openMongoImport(mongodbUri);
}

/** Opens nothing yet: the first read does. `onFault` is told of each reader that died. */
export async function createStaffReading(
  { dataDir, mongodbUri }: StorePlace,
  onFault: (error: unknown) => void,
): Promise<StaffReading> {
  if (mongodbUri === null) return createReaderPool(dataDir, onFault);
  const { openMongoStaffReads } = await import('./mongo/staff-reads.ts');
  return openMongoStaffReads(mongodbUri);
}

/** Where an import keeps what it need not hold in memory. */
export function toTemporaryFolder({ dataDir, mongodbUri }: StorePlace): string {
  return mongodbUri === null ? dataDir : tmpdir();
}
