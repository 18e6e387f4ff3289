import type { Company } from '../domain/company/company.ts';
import { CHANGES_KEPT_MS, type ChangeCause } from '../domain/company/public-changes.ts';
import type { PreviousValues, StoredCompany } from '../store/port/companies.ts';
import type { ImportRun } from '../store/port/imports.ts';
import type { RecordedChange } from '../store/port/public-changes.ts';
import type { ImportStores, Publication } from './context.ts';

/** Servers may go on answering with changes for as long after the time for which they are kept. */
const CLOCK_MARGIN_MS = 3 * 86_400_000;

/**
 * Deletes old changes, and those of an interrupted import whose companies were not written. Null for
 * imports whose changes clients do not get: the bundled sample's, and all before the first dump's.
 */
export async function openPublication(
  { imports, companies }: ImportStores,
  { startedAtMs, sample }: ImportRun,
): Promise<Publication | null> {
  await imports.tidyChanges(startedAtMs - CHANGES_KEPT_MS - CLOCK_MARGIN_MS);
  if (sample || !(await imports.hasDump())) return null;
  const dataDate = await companies.findDataDate();
  return dataDate === null ? null : { importMs: startedAtMs, dataDate };
}

interface Change {
  before: StoredCompany | null;
  after: { company: Company };
  previous: PreviousValues | null;
  cause: ChangeCause;
}

/** Null where clients see no difference. */
export function toPublicChange(
  { before, after, previous, cause }: Change,
  publication: Publication,
): RecordedChange | null {
  const { idno } = after.company;
  const change = { ...publication, idno, revision: (before?.revision ?? 0) + 1, fields: [] };
  if (before === null) return { ...change, kind: 'created', cause: 'register' };
  if (previous === null) return null;
  if (previous.goneSince !== undefined) return { ...change, kind: 'restored', cause: 'register' };
  const fields = Object.keys(previous.company ?? {}) as (keyof Company)[];
  return fields.length === 0 ? null : { ...change, kind: 'updated', fields, cause };
}

/** Of companies that a dump no longer has. */
export function toRemovals(
  gone: readonly (StoredCompany | null)[],
  publication: Publication,
): RecordedChange[] {
  return gone.flatMap((one) => {
    if (one === null) return [];
    const { company, revision } = one;
    const change = { ...publication, idno: company.idno, revision, fields: [] };
    return [{ ...change, kind: 'removed', cause: 'register' }];
  });
}
