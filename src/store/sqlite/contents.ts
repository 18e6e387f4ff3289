import type { DatabaseSync } from 'node:sqlite';
import { MAX_RECORDS_PER_WRITE } from '../port/companies.ts';
import type { AccountRecord, Contents, ReadContents, RecordKind } from '../port/contents.ts';
import { toAccount } from './account-record.ts';
import { createActivityIds, LIST_ACTIVITIES, toActivityClass } from './activities.ts';
import { toChange, toStoredCompany, toStoredSupplement } from './company-record.ts';
import { toFields } from './database.ts';
import { findStoreFile } from './folder.ts';
import { toReject, toRun, toStoredClassification } from './imports.ts';
import { prepareFindLastUse } from './last-uses.ts';
import { acquireLock } from './lock.ts';
import { openDatabases } from './open.ts';
import { toRecordedChange } from './public-changes.ts';
import { DAY_USAGE } from './usage.ts';

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
  return {
    classifications: [companies, 'SELECT * FROM classifications', toStoredClassification],
    imports: [companies, 'SELECT * FROM imports', toRun],
    rejects: [
      companies,
      'SELECT * FROM rejects',
      (row) => ({
        importId: String(row['import_id']),
        place: Number(row['place']),
        ...toReject(row),
      }),
    ],
    supplements: [companies, 'SELECT * FROM supplements', toStoredSupplement],
    changes: [companies, 'SELECT * FROM company_changes', toChange],
    publicChanges: [companies, 'SELECT * FROM public_changes', toRecordedChange],
    activities: [companies, LIST_ACTIVITIES, toActivityClass],
    companies: [companies, 'SELECT * FROM companies', (row) => toStoredCompany(row, activities)],
    audit: [accounts, 'SELECT * FROM audit_log', toFields],
    accounts: [
      accounts,
      `SELECT ids.id AS record_id, accounts.* FROM
         (SELECT id FROM accounts UNION SELECT account_id FROM events) AS ids
       LEFT JOIN accounts ON accounts.id = ids.id`,
      createToAccountRecord(accounts, usage),
    ],
    sessions: [accounts, 'SELECT * FROM sessions', toFields],
    browsers: [
      accounts,
      'SELECT account_id, mark_hash AS device_hash, last_seen_at_ms FROM browsers',
      toFields,
    ],
    links: [accounts, 'SELECT * FROM sign_in_links', toFields],
    usage: [usage, `SELECT account_id, ${DAY_USAGE} FROM usage`, toFields],
    failedRequests: [usage, 'SELECT * FROM failed_requests', toFields],
    watchLists: [
      accounts,
      'SELECT * FROM watch_lists',
      (row) => ({
        accountId: String(row['account_id']),
        idnos: JSON.parse(String(row['idnos'])),
      }),
    ],
    webhooks: [
      accounts,
      'SELECT webhook FROM webhooks',
      (row) => JSON.parse(String(row['webhook'])),
    ],
  };
}

function createToAccountRecord(accounts: DatabaseSync, usage: DatabaseSync) {
  const findLastUse = prepareFindLastUse(usage);
  const listEvents = accounts.prepare(
    `SELECT id, recorded_at_ms AS received_at_ms FROM events
     WHERE account_id = ? ORDER BY recorded_at_ms, id`,
  );
  return (row: Row): AccountRecord => {
    const id = String(row['record_id']);
    return {
      id,
      account: row['id'] === null ? null : toAccount(row, findLastUse),
      lastEventAtMs: toNumberOrNull(row['last_event_at_ms']),
      limitNoticeAtMs: toNumberOrNull(row['limit_notice_at_ms']),
      planNotice: toPlanNotice(row),
      events: listEvents.all(id).map(toFields<AccountRecord['events'][number]>),
    };
  };
}

function toNumberOrNull(column: unknown): number | null {
  return column === null ? null : Number(column);
}

function toPlanNotice(row: Row): AccountRecord['planNotice'] {
  const endsAtMs = toNumberOrNull(row['plan_notice_end_ms']);
  return endsAtMs === null ? null : { endsAtMs, daysBefore: Number(row['plan_notice_days']) };
}
