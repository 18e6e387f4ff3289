import { join } from 'node:path';
import type { ImportStores } from './context.ts';
import { runImport } from './run.ts';

const SAMPLE = join(import.meta.dirname, '../../sample/company_2026.09.14.xlsx');

/** Fills a store that has no companies with the bundled, invented ones. */
export async function importSample(store: ImportStores, temporaryFolder: string): Promise<void> {
  await runImport({
    store,
    work: { kind: 'full', path: SAMPLE, sample: true },
    temporaryFolder,
    nowMs: () => Date.now(),
  });
}
