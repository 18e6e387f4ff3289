import type { CompanyChange, StoredCompany, StoredSupplement } from '../store/port/companies.ts';
import type { ImportContext } from './context.ts';
import { findPrevious, toChange } from './history.ts';

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
    const previous = before === null ? null : findPrevious(before, after);
    // Where an interrupted import has written it already, its revision stays too.
    if (before !== null && previous === null && isSameReading(before, after)) continue;
    companies.push({ ...after, revision: (before?.revision ?? 0) + 1 });
    if (before === null || previous === null) continue;
    changes.push(toChange(before, previous, { importId, dumpDate }));
  }
  await store.companies.write(companies, changes, supplements);
}

/** Read from the same row in the same way, as far as that is kept beside the values. */
function isSameReading(before: StoredCompany, after: Replacement['after']): boolean {
  return (
    before.fingerprint === after.fingerprint &&
    before.sample === after.sample &&
    before.source.dumpDate === after.source.dumpDate &&
    before.source.classificationId === after.source.classificationId
  );
}
