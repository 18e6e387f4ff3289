import type { RowResult } from '../domain/register/record.ts';
import type { StoredCompany, StoredSupplement } from '../store/port/companies.ts';
import { type ParseContext, readRow } from './dump/parse-row.ts';
import type { Replacement } from './write-records.ts';

export type Rereading = { after: Replacement['after'] } | Exclude<RowResult, { record: unknown }>;

/**
 * A stored company as its raw text reads now, with what its supplement says now. What does not
 * come from the row stays as it was.
 */
export function reread(
  before: StoredCompany,
  reading: ParseContext,
  supplement: StoredSupplement | null,
): Rereading {
  const result = readRow(before.raw, reading, supplement);
  if (!('record' in result)) return result;
  const { goneSince, sample, source } = before;
  const fingerprint = reading.fingerprint(before.raw);
  return { after: { ...result.record, fingerprint, goneSince, sample, source } };
}
