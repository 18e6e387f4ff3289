import type { RowReading } from '../domain/record.ts';
import type { StoredCompany, StoredSupplement } from '../store/company-store.ts';
import { type DumpReading, readRow } from './reading.ts';
import type { Replacement } from './write-records.ts';

export type Rereading = { after: Replacement['after'] } | Exclude<RowReading, { record: unknown }>;

/**
 * A stored company as its raw text reads now, with what its supplement says now. What does not
 * come from the row stays as it was.
 */
export function reread(
  before: StoredCompany,
  reading: DumpReading,
  supplement: StoredSupplement | null,
): Rereading {
  const result = readRow(before.raw, reading, supplement);
  if (!('record' in result)) return result;
  const { goneSince, sample, source } = before;
  const fingerprint = reading.fingerprint(before.raw);
  return { after: { ...result.record, fingerprint, goneSince, sample, source } };
}
