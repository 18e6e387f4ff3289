import type { CompanyRecord } from '../domain/company/company.ts';
import type { CompanyChange, PreviousValues, StoredCompany } from '../store/port/companies.ts';

type Versioned = CompanyRecord & Pick<StoredCompany, 'goneSince'>;

/** What the second lacks of the first: previous values of the fields that differ; null: none do. */
export function findPrevious(before: Versioned, after: Versioned): PreviousValues | null {
  const previous: PreviousValues = {};
  const company = pickChanged(before.company, after.company);
  const raw = pickChanged(before.raw, after.raw);
  if (company !== null) previous.company = company;
  if (raw !== null) previous.raw = raw;
  Object.assign(previous, pickChanged(pickParts(before), pickParts(after)));
  return Object.keys(previous).length === 0 ? null : previous;
}

/** The change that goes into the history with the record that replaces `before`. */
export function toChange(
  before: StoredCompany,
  previous: PreviousValues,
  by: Pick<CompanyChange, 'importId' | 'dumpDate'>,
): CompanyChange {
  return { idno: before.company.idno, revision: before.revision, ...by, previous };
}

function pickParts(record: Versioned) {
  const { goneSince, directors, licensedActivities, liquidatedOn, flags } = record;
  return { directors, licensedActivities, liquidatedOn, flags, goneSince };
}

function pickChanged<Fields extends object>(before: Fields, after: Fields): Partial<Fields> | null {
  const changed: Partial<Fields> = {};
  let isAny = false;
  for (const field of Object.keys(before) as (keyof Fields)[]) {
    if (isEqual(before[field], after[field])) continue;
    changed[field] = before[field];
    isAny = true;
  }
  return isAny ? changed : null;
}

/** Both are data of one type with their fields in one order. */
function isEqual(first: unknown, second: unknown): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}
