import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
} from 'mongodb';
import { createChangeReads } from '../imports/public-changes.ts';
import type { ImportStore } from '../imports/runs.ts';
import { createImportStore } from '../imports/runs.ts';
import type { CompanyWrites } from '../port/companies.ts';
import type { PublicChangeReads } from '../port/public-changes.ts';
import type { CompanySnapshot, StoreForImport, WholeStore } from '../store.ts';
import {
  type Call,
  isDuplicate,
  isSocketError,
  isTimeout,
  raceWithin,
  toUnavailable,
} from './calls.ts';
import { createClient, IMPORT_LIMITS } from './client.ts';
import { type Collections, toCollections } from './collections.ts';
import { createCompanyReads, createCompanyWrites } from './companies.ts';
import { saveStats } from './company-stats.ts';
import { MAX_AGE_MS } from './data-version.ts';
import { acquireLease } from './lease.ts';
import { createAccountData, prepare } from './open.ts';

/**
 * Opens a database as the only process that changes its companies: each write first makes sure of
 * the lease. Throws as `openMongoStore` does.
 */
async function openLeased(uri: string) {
  const client = createClient(uri, IMPORT_LIMITS);
  const callPaced = createPacedCall();
  const collections = await prepare(client, callPaced);
  try {
    const lease = await acquireLease(collections, callPaced, 'import');
    const call: Call = (kind, work) =>
      callPaced(kind, async (limits) => {
        if (kind === 'write') await lease.hold();
        return await work(limits);
      });
    return {
      collections: toCollections(client.db(), call),
      async close() {
        // A lease that cannot be released expires.
        await lease.release().catch(() => {});
        await client.close();
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Opens the companies for the only import on this database. Throws as `openMongoStore` does. */
export async function openMongoImport(
  uri: string,
): Promise<StoreForImport & { changes: PublicChangeReads }> {
  const { collections, close } = await openLeased(uri);
  const writes = createCompanyWrites(collections);
  const imports = createImports(collections, writes);
  return {
    companies: { ...createCompanyReads(collections), ...writes },
    imports: {
      ...imports,
      /**
       * The record of a completed import shows its changes to clients, which then ask for these
       * companies. So it waits until no server has an older one in its cache.
       */
      async record(run) {
        if (run.outcome === 'completed') await sleep(MAX_AGE_MS);
        await imports.record(run);
      },
    },
    changes: createChangeReads(collections.documents),
    close,
  };
}

/** Opens all of a database, for a copy. Throws as `openMongoImport` does. */
export async function openWholeMongo(uri: string): Promise<WholeStore> {
  const { collections, close } = await openLeased(uri);
  return {
    companies: { ...createCompanyReads(collections), ...createCompanyWrites(collections) },
    ...createAccountData(collections),
    close,
  };
}

/** Counts the companies at the end of each import. */
export function createImports(
  collections: Collections,
  { findRevisions }: Pick<CompanyWrites, 'findRevisions'>,
): ImportStore {
  const imports = createImportStore(collections.documents, findRevisions);
  return {
    ...imports,
    async record(run) {
      // Without saved counts each query counts the companies itself.
      if (run.outcome === 'completed') await saveStats(run.id, collections).catch(() => {});
      await imports.record(run);
    },
  };
}

/**
 * Opens the companies and keeps imports, which alone write them, from running until it is closed: a
 * snapshot session would need a replica set, and would end after five minutes by default. Throws as
 * `openMongoImport` does, also while an import is running.
 */
export async function openMongoSnapshot(uri: string): Promise<CompanySnapshot> {
  const { companies, imports, changes, close } = await openMongoImport(uri);
  const findNewestId = async () => (await imports.list(1))[0]?.id;
  try {
    const newestId = await findNewestId();
    return {
      companies,
      changes,
      /** An import can run in between if this process has lost the database for a while. */
      async confirm() {
        if ((await findNewestId()) === newestId) return;
        throw new Error('an import has changed the companies meanwhile: try again');
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Concurrent calls of an import: enough to use a server that also serves reads. */
const MAX_CONCURRENT_CALLS = 4;
const CALL_MS = 30_000;
/** The pauses double up to the longest one; together they take about 40 seconds. */
const MAX_RETRIES = 8;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** Codes of a server that is shutting down, is no longer the primary, or is overloaded. */
const TRANSIENT_CODES = new Set<unknown>([
  6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/**
 * For an import, which no user waits for: longer time limits, few concurrent calls, and retries of
 * transient errors. Each write of an import names the documents that it writes, so repeating it is
 * harmless.
 */
function createPacedCall(): Call {
  const pace = new Bottleneck({ maxConcurrent: MAX_CONCURRENT_CALLS });
  // After one call has used all its retries, other calls that fail are not retried as well.
  let isUnreachable = false;
  pace.on('failed', async (error, { retryCount }) => {
    isUnreachable ||= isTransient(error) && retryCount >= MAX_RETRIES;
    if (isUnreachable || !isTransient(error)) return null;
    return Math.min(FIRST_PAUSE_MS * 2 ** retryCount, LONGEST_PAUSE_MS);
  });
  return async (_, work) => {
    try {
      const result = await pace.schedule(() => raceWithin(CALL_MS, work));
      isUnreachable = false;
      return result;
    } catch (error) {
      throw toUnavailable(error);
    }
  };
}

function isTransient(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  // One of two concurrent upserts of a document may fail as a duplicate; a retry then updates it.
  if (isTimeout(error) || isSocketError(error) || isDuplicate(error)) return true;
  if (!(error instanceof MongoError)) return false;
  // When the connection of a bulk write breaks, the driver throws an error without a code.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  return error.hasErrorLabel('RetryableWriteError') || TRANSIENT_CODES.has(error.code);
}
