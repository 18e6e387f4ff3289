import type { Company, CompanyRecord } from '../domain/company/company.ts';
import { CHANGES_KEPT_MS, type ChangeCause } from '../domain/company/public-changes.ts';
import type {
  CompanyChange,
  PreviousValues,
  StoredCompany,
  StoredSupplement,
} from '../store/port/companies.ts';
import { DUMP_KINDS, type ImportRun } from '../store/port/imports.ts';
import type { RecordedChange } from '../store/port/public-changes.ts';
import type { ImportContext, ImportStores, Publication } from './context.ts';

/** A company before and after; `before` is null for a new one. The write sets what is left out. */
export interface Replacement {
  before: StoredCompany | null;
  after: Omit<StoredCompany, 'revision' | 'firstDumpDate'>;
  cause: ChangeCause;
}

type Versioned = CompanyRecord & Pick<StoredCompany, 'goneSince'>;

/** Writes records, the values that they replace, and the changes for clients, all in one write. */
export async function writeRecords(
  { store, importId, publication }: ImportContext,
  replacements: readonly Replacement[],
  dumpDate: string | null,
  supplements: readonly StoredSupplement[] = [],
): Promise<void> {
  const companies: StoredCompany[] = [];
  const changes: CompanyChange[] = [];
  const published: RecordedChange[] = [];
  const dated = publication && { ...publication, dataDate: dumpDate ?? publication.dataDate };
  for (const replacement of replacements) {
    const { before, after } = replacement;
    const previous = before === null ? null : findPrevious(before, after);
    // An interrupted import has written this record already: its revision stays.
    if (before !== null && previous === null && hasSameSource(before, after)) continue;
    companies.push({
      ...after,
      revision: (before?.revision ?? 0) + 1,
      firstDumpDate: before?.firstDumpDate ?? after.source.dumpDate,
    });
    const change = dated && toPublicChange(replacement, previous, dated);
    if (change !== null) published.push(change);
    if (before === null || previous === null) continue;
    const { idno } = before.company;
    changes.push({ idno, revision: before.revision, importId, dumpDate, previous });
  }
  await store.companies.write(companies, changes, supplements, published);
}

/** The previous values of the fields that differ; null where none do. */
export function findPrevious(before: Versioned, after: Versioned): PreviousValues | null {
  const company = pickChanged(before.company, after.company);
  const raw = pickChanged(before.raw, after.raw);
  const parts = pickChanged(pickParts(before), pickParts(after));
  if (company === null && raw === null && parts === null) return null;
  return { ...(company && { company }), ...(raw && { raw }), ...parts };
}

function pickParts(record: Versioned) {
  const { goneSince, directors, licensedActivities, liquidatedOn, flags } = record;
  return { directors, licensedActivities, liquidatedOn, flags, goneSince };
}

function pickChanged<Fields extends object>(before: Fields, after: Fields): Partial<Fields> | null {
  const changed: Partial<Fields> = {};
  let hasChanged = false;
  for (const field of Object.keys(after) as (keyof Fields)[]) {
    if (isEqual(before[field], after[field])) continue;
    changed[field] = before[field];
    hasChanged = true;
  }
  return hasChanged ? changed : null;
}

/** Compares them as text: both are data of one type with their fields in the same order. */
function isEqual(first: unknown, second: unknown): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}

/** Whether both were parsed from the same row with the same classification and dump date. */
function hasSameSource(before: StoredCompany, after: Replacement['after']): boolean {
  return (
    before.fingerprint === after.fingerprint &&
    before.sample === after.sample &&
    before.source.dumpDate === after.source.dumpDate &&
    before.source.classificationId === after.source.classificationId
  );
}

/** How much longer changes are stored than servers answer with them, since clocks may differ. */
const CLOCK_MARGIN_MS = 3 * 86_400_000;

/**
 * Deletes old changes, and those of an interrupted import whose companies were not written. Null
 * for imports whose changes clients do not get: the bundled sample's, and all up to the first dump.
 */
export async function openPublication(
  { imports, companies }: ImportStores,
  { startedAtMs, sample }: ImportRun,
): Promise<Publication | null> {
  await imports.tidyChanges(startedAtMs - CHANGES_KEPT_MS - CLOCK_MARGIN_MS);
  if (sample || (await imports.findLastRun({ kinds: DUMP_KINDS, sample: false })) === null)
    return null;
  const dataDate = await companies.findDataDate();
  return dataDate === null ? null : { importMs: startedAtMs, dataDate };
}

/** Null where clients see no difference. */
function toPublicChange(
  { before, after, cause }: Replacement,
  previous: PreviousValues | null,
  publication: Publication,
): RecordedChange | null {
  const { idno } = after.company;
  const change = { ...publication, idno, revision: (before?.revision ?? 0) + 1, fields: [] };
  if (before === null) return { ...change, kind: 'created', cause: 'register' };
  if (previous === null) return null;
  if (previous.goneSince !== undefined) {
    return {
      ...change,
      kind: after.goneSince === null ? 'restored' : 'removed',
      cause: 'register',
    };
  }
  const fields = Object.keys(previous.company ?? {}) as (keyof Company)[];
  return fields.length === 0 ? null : { ...change, kind: 'updated', fields, cause };
}
