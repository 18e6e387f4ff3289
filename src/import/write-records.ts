import type { CompanyChange, StoredCompany, StoredSupplement } from '../store/company-store.ts';
import { findPrevious, toChange } from './history.ts';
import type { ImportContext } from './import-context.ts';

/** A company as it was, null where it is new, and as it is to be. */
export interface Replacement {
  before: StoredCompany | null;
  after: Omit<StoredCompany, 'revision'>;
}

/** Writes records, and into the history what they replace, all in one write. */
export async function writeRecords(
  { store, importId }: ImportContext,
  replacements: readonly Replacement[],
  dumpDate: string | null,
  supplements: readonly StoredSupplement[] = [],
): Promise<void> {
  const companies: StoredCompany[] = [];
  const changes: CompanyChange[] = [];
  for (const { before, after } of replacements) {
    companies.push({ ...after, revision: (before?.revision ?? 0) + 1 });
    const previous = before === null ? null : findPrevious(before, after);
    if (before === null || previous === null) continue;
    changes.push(toChange(before, previous, { importId, dumpDate }));
  }
  await store.companies.write(companies, changes, supplements);
}
