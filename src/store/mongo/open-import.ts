import type { PublicChangeReads } from '../port/public-changes.ts';
import type { StoreForImport } from '../port/store.ts';
import type { Calls } from './calls.ts';
import { createClient, IMPORT_LIMITS } from './client.ts';
import { createCompanyReads, createCompanyWrites } from './companies.ts';
import { createImportStore } from './imports.ts';
import { acquireLease } from './lease.ts';
import { prepare } from './open.ts';
import { createPacedCalls } from './paced-calls.ts';
import { createChangeReads } from './public-changes.ts';

/** Opens the companies for the only import on this database. Throws as `openMongoStore` does. */
export async function openMongoImport(
  uri: string,
): Promise<StoreForImport & { changes: PublicChangeReads }> {
  const client = createClient(uri, IMPORT_LIMITS);
  const calls = createPacedCalls();
  const collections = await prepare(client, calls);
  try {
    const lease = await acquireLease(collections, calls, 'import');
    const leased: Calls = {
      ...calls,
      write: (change) =>
        calls.write(async () => {
          await lease.hold();
          return await change();
        }),
    };
    return {
      companies: {
        ...createCompanyReads(collections, leased),
        ...createCompanyWrites(collections, leased),
      },
      imports: createImportStore(collections, leased),
      changes: createChangeReads(collections, leased),
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
