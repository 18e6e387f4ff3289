import type { RegisterRow } from '../../domain/company/company.ts';
import { applySupplement } from '../../domain/company/supplement.ts';
import {
  type RecordContext,
  type RowResult,
  toCompanyRecord,
} from '../../domain/register/record.ts';
import type { RecordSource, StoredCompany, StoredSupplement } from '../../store/port/companies.ts';
import type { StoredClassification } from '../../store/port/imports.ts';
import type { ImportStores } from '../context.ts';
import type { Replacement } from '../write-records.ts';
import { toClassification, toLabels } from './classification.ts';
import { createFingerprint, type Fingerprint } from './fingerprint.ts';

/** The context for parsing the rows of one dump. */
export interface ParseContext extends RecordContext {
  source: RecordSource;
  /** Of unlicensed activities, by code. */
  labels: ReadonlyMap<string, string>;
  fingerprint: Fingerprint;
  /** False where an older program stored only the lines of the classification that it could read. */
  hasLines: boolean;
}

/** One for each dump whose sheets differed; each takes some 400 kB of memory. */
const MAX_CONTEXTS = 50;

export function createParseContext(
  stored: StoredClassification | null,
  dumpDate: string,
): ParseContext {
  const classification = toClassification(stored);
  return {
    classification,
    dumpDate,
    source: { dumpDate, classificationId: stored?.id ?? null },
    labels: toLabels(classification),
    fingerprint: createFingerprint({ classification, dumpDate }),
    hasLines: stored === null || stored.lines !== undefined,
  };
}

/** Finds the context that a stored record was parsed with. */
export function createParseContexts({ imports }: ImportStores) {
  const contexts = new Map<string, ParseContext>();
  return async ({ dumpDate, classificationId }: RecordSource): Promise<ParseContext> => {
    const key = `${dumpDate} ${classificationId}`;
    const known = contexts.get(key);
    if (known !== undefined) return known;
    const stored =
      classificationId === null ? null : await imports.findClassification(classificationId);
    const context = createParseContext(stored, dumpDate);
    if (contexts.size >= MAX_CONTEXTS) contexts.clear();
    contexts.set(key, context);
    return context;
  };
}

/** A row as its company is stored, with the values of supplements. */
export function parseRow(
  row: RegisterRow,
  context: ParseContext,
  supplement: StoredSupplement | null,
): RowResult {
  const result = toCompanyRecord(row, context);
  if (supplement === null || !('record' in result)) return result;
  const { record } = result;
  const company = applySupplement(record.company, supplement.values, context.labels);
  return { record: { ...record, company } };
}

/**
 * A stored company as this program parses its raw text now, with the supplement's current values.
 * Values that do not come from the row stay.
 */
export function parseStoredRow(
  before: StoredCompany,
  context: ParseContext,
  supplement: StoredSupplement | null,
): { after: Replacement['after'] } | Exclude<RowResult, { record: unknown }> {
  const result = parseRow(before.raw, context, supplement);
  if (!('record' in result)) return result;
  const { goneSince, sample, source } = before;
  const fingerprint = context.fingerprint(before.raw);
  return { after: { ...result.record, fingerprint, goneSince, sample, source } };
}
