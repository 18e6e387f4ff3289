import { DEFAULT_CHANGES_LIMIT, MAX_CHANGES_LIMIT } from '../domain/company/public-changes.ts';
import { toCalendarDate } from '../domain/time/calendar-date.ts';
import type { ChangeQuery } from '../store/port/public-changes.ts';
import { readChangesCursor } from './changes-cursor.ts';
import { OPERATIONS } from './operations.ts';
import { refuseQuery, toLimit, toQueryValues } from './query-values.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Throws RefusedRequest with a message that names the parameter. */
export function toChangesRequest(query: unknown): Pick<ChangeQuery, 'start' | 'first'> {
  const { after, from, limit } = toQueryValues(query, OPERATIONS.changes.parameters);
  if (after !== undefined && from !== undefined) throw refuseQuery('Give after or from, not both.');
  const first = toLimit(limit, { max: MAX_CHANGES_LIMIT, byDefault: DEFAULT_CHANGES_LIMIT });
  return { start: toStart(after, from), first };
}

function toStart(after: string | undefined, from: string | undefined): ChangeQuery['start'] {
  if (from !== undefined) {
    const isDate = DATE.test(from) && 'value' in toCalendarDate(from);
    if (!isDate) throw refuseQuery('Give from as a day such as 2026-09-14.');
    return { from };
  }
  if (after === undefined) return null;
  const place = readChangesCursor(after);
  if (place === null) throw refuseQuery('Give after as next of an earlier answer with changes.');
  return place;
}
