import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicChangeReads } from '../port/public-changes.ts';
import type { CompanySnapshot, StoreForImport } from '../port/store.ts';
import type { Call } from './calls.ts';
import { createClient, IMPORT_LIMITS } from './client.ts';
import { toCollections } from './collections.ts';
import { createCompanyReads, createCompanyWrites } from './companies.ts';
import { MAX_AGE_MS } from './data-version.ts';
import { createImportStore } from './imports.ts';
import { acquireLease } from './lease.ts';
import { prepare } from './open.ts';
import { createPacedCall } from './paced-calls.ts';
import { createChangeReads } from './public-changes.ts';

/**
 * Opens a database as the only process that changes its companies: each write first makes sure of
 * the lease. Throws as `openMongoStore` does.
 */
export async function openLeased(uri: string) {
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
  const imports = createImportStore(collections);
  return {
    companies: {
      ...createCompanyReads(collections),
      ...createCompanyWrites(collections),
    },
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
    changes: createChangeReads(collections),
    close,
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
