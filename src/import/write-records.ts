import type { CompanyRecord } from '../domain/company/company.ts';
import type { ChangeCause } from '../domain/company/public-changes.ts';
import type {
  CompanyChange,
  PreviousValues,
  StoredCompany,
  StoredSupplement,
} from '../store/port/companies.ts';
import type { RecordedChange } from '../store/port/public-changes.ts';
import type { ImportContext } from './context.ts';
import { toPublicChange } from './public-changes.ts';

/** A company before, null where it is new, and after; the write gives it its revision. */
export interface Replacement {
  before: StoredCompany | null;
  after: Omit<StoredCompany, 'revision'>;
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
  const under = publication && { ...publication, dataDate: dumpDate ?? publication.dataDate };
  for (const { before, after, cause } of replacements) {
    const previous = before === null ? null : findPrevious(before, after);
    // An interrupted import has written this record already: its revision stays.
    if (before !== null && previous === null && hasSameSource(before, after)) continue;
    companies.push({ ...after, revision: (before?.revision ?? 0) + 1 });
    const change = under && toPublicChange({ before, after, previous, cause }, under);
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
  for (const field of Object.keys(before) as (keyof Fields)[]) {
    if (isEqual(before[field], after[field])) continue;
    changed[field] = before[field];
    hasChanged = true;
  }
  return hasChanged ? changed : null;
}

/** Both are data of one type with their fields in one order. */
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
