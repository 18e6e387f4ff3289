import type { CompanySnapshot } from '../port/store.ts';
import { openMongoImport } from './open-import.ts';

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
