import type { DatabaseSync } from 'node:sqlite';
import { MAX_RECORDS_PER_WRITE } from '../port/companies.ts';
import type { Contents, ReadContents, RecordKind } from '../port/contents.ts';
import { type Documents, LAYOUT } from '../port/layout.ts';
import { createActivityIds, LIST_ACTIVITIES, toActivityClass } from './activities.ts';
import { toStoredCompany } from './company-record.ts';
import { LIST_COUNTS } from './counters.ts';
import { toFields } from './database.ts';
import { COLUMNS, readDocument } from './document-collection.ts';
import { findStoreFile } from './folder.ts';
import { acquireLock } from './lock.ts';
import { openDatabases } from './open.ts';

type Row = Record<string, unknown>;
type Readers = {
  [Of in RecordKind]: [db: DatabaseSync, query: string, toRecord: (row: Row) => Contents[Of]];
};

interface SqliteContents {
  read: ReadContents;
  close(): void;
}

const SERVER = { name: 'a server', remedy: 'stop it first' };
const IMPORT = { name: 'an import', remedy: 'wait until it ends' };

/**
 * Opens all records of a data folder and locks the folder until it is closed. Throws a one-line
 * Error, also without a store, and while a server or an import is using the folder.
 */
export function openSqliteContents(dataDir: string): SqliteContents {
  findStoreFile(dataDir, 'companies.db');
  const locks = [acquireLock(dataDir, 'server', SERVER)];
  try {
    locks.push(acquireLock(dataDir, 'import', IMPORT));
    const databases = openDatabases(dataDir);
    const readers = toReaders(databases);
    return {
      *read<Of extends RecordKind>(kind: Of) {
        const [db, query, toRecord] = readers[kind];
        let batch: Contents[Of][] = [];
        for (const row of db.prepare(query).iterate()) {
          batch.push(toRecord(row));
          if (batch.length < MAX_RECORDS_PER_WRITE) continue;
          yield batch;
          batch = [];
        }
        if (batch.length > 0) yield batch;
      },
      close() {
        for (const db of Object.values(databases)) db.close();
        for (const lock of locks) lock.release();
      },
    };
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
}

function toReaders({ companies, accounts, usage }: ReturnType<typeof openDatabases>): Readers {
  const activities = createActivityIds(companies);
  const files = { accounts, usage, companies };
  const documentReaders = Object.fromEntries(
    Object.entries(LAYOUT).map(([name, { file }]) => [
      name,
      [files[file], `SELECT ${COLUMNS} FROM ${name}`, readDocument],
    ]),
  ) as Pick<Readers, keyof Documents>;
  return {
    activities: [companies, LIST_ACTIVITIES, toActivityClass],
    companies: [companies, 'SELECT * FROM companies', (row) => toStoredCompany(row, activities)],
    usage: [usage, LIST_COUNTS, toFields],
    ...documentReaders,
  };
}
