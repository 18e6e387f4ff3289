import { tmpdir } from 'node:os';
import type { Config } from './config.ts';
import { openMongoStore } from './store/mongo/open.ts';
import { openMongoImport } from './store/mongo/open-import.ts';
import { openMongoStaffReads } from './store/mongo/staff-reads.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import { openSqliteImport } from './store/sqlite/open-import.ts';
import { createReaderPool } from './store/sqlite/reader/reader-pool.ts';
import type { OpenStaffReads } from './store/staff-reads.ts';
import type { Store } from './store/store.ts';

/** Where the store is: MongoDB where it has an address, else the data folder. */
export type StorePlace = Pick<Config, 'dataDir' | 'mongodbUri'>;

/** The part of the store that an import changes, held by this process alone. */
export interface ImportStore extends Pick<Store, 'companies' | 'imports'> {
  close(): Promise<void>;
}

/** Throws an Error of one line. */
export async function openStore({ dataDir, mongodbUri }: StorePlace): Promise<Store> {
  return mongodbUri === null ? openSqliteStore(dataDir) : await openMongoStore(mongodbUri);
}

/** Throws an Error of one line, also when another import is running. */
export async function openImportStore({ dataDir, mongodbUri }: StorePlace): Promise<ImportStore> {
  return mongodbUri === null ? openSqliteImport(dataDir) : await openMongoImport(mongodbUri);
}

/** What staff ask of a store that is open. */
export interface StaffReading {
  open: OpenStaffReads;
  close(): Promise<void>;
}

export function createStaffReading({ dataDir, mongodbUri }: StorePlace): StaffReading {
  return mongodbUri === null ? createReaderPool(dataDir) : openMongoStaffReads(mongodbUri);
}

/** Where an import keeps what it need not hold in memory. */
export function toSpillFolder({ dataDir, mongodbUri }: StorePlace): string {
  return mongodbUri === null ? dataDir : tmpdir();
}
