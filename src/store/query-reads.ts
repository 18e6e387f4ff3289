import { createAccountReads } from './accounts/account-reads.ts';
import type { AccountData } from './accounts/deletion.ts';
import { createHistoryQueries } from './imports/history.ts';
import { createImportReads } from './imports/import-reads.ts';
import { createChangeReads } from './imports/public-changes.ts';
import type { ImportCollections } from './port/layout.ts';
import type { StaffCompanyReads } from './port/query-reads.ts';
import type { SearchReads } from './port/search-reads.ts';

export type QueryReads = ReturnType<typeof createQueryReads>;

/**
 * All reads that are no look-ups: those of staff, and the API's searches and changes. Lists have the
 * stated order and begin after `after`; batches return results in the order of their keys. Counts are
 * null if there are more than `max`, and read no more than that. All reject with Unavailable.
 */
export function createQueryReads(
  queries: StaffCompanyReads & SearchReads,
  imports: ImportCollections,
  accounts: AccountData,
) {
  return {
    ...queries,
    ...createHistoryQueries(imports, queries),
    ...createChangeReads(imports),
    ...createImportReads(imports),
    ...createAccountReads(accounts),
  };
}

/** The reads stop when the signal aborts, and reject with its reason. */
export type OpenQueryReads = (signal: AbortSignal) => QueryReads;

/** Opens reads that share processes or connections, which `close` ends. */
export interface QueryReading {
  open: OpenQueryReads;
  close(): Promise<void>;
}
