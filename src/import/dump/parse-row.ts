import type { Company } from '../../domain/company/company.ts';
import type { ChangeCause } from '../../domain/company/public-changes.ts';
import { applySupplement } from '../../domain/company/supplement.ts';
import type { RegisterRow } from '../../domain/register/columns.ts';
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
import { type Fingerprint, prepareFingerprint } from './fingerprint.ts';

/** The context for parsing the rows of one dump. */
export interface ParseContext extends RecordContext {
  source: RecordSource;
  /** The labels of unlicensed activities by code. */
  labels: ReadonlyMap<string, string>;
  fingerprint: Fingerprint;
}

/** Dumps with equal sheets share one; each takes some 400 kB of memory. */
const MAX_CLASSIFICATIONS = 50;

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
    fingerprint: prepareFingerprint(classification),
  };
}

/** Finds the context that a stored record was parsed with. */
export function createParseContexts({ imports }: Pick<ImportStores, 'imports'>) {
  const known = new Map<string | null, ParseContext>();
  return async (source: RecordSource): Promise<ParseContext> => {
    const { dumpDate, classificationId: id } = source;
    let context = known.get(id);
    if (context === undefined) {
      const stored = id === null ? null : await imports.findClassification(id);
      context = createParseContext(stored, dumpDate);
      if (known.size >= MAX_CLASSIFICATIONS) known.clear();
      known.set(id, context);
    }
    // Only the date differs between the dumps of one classification.
    return context.dumpDate === dumpDate ? context : { ...context, dumpDate, source };
  };
}

/** The record of a row, with the values of its supplement. */
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
  const fingerprint = context.fingerprint(before.raw, context.dumpDate);
  return { after: { ...result.record, fingerprint, goneSince, sample, source } };
}

/**
 * Finds why a dump changes a served company: if this program parses the stored row to the same
 * company as the new row, it is the program that has changed, not the register.
 */
export function createFindCause(current: ParseContext, store: ImportStores) {
  const findContext = createParseContexts(store);
  return async (
    before: StoredCompany,
    after: Company,
    supplement: StoredSupplement | null,
  ): Promise<ChangeCause> => {
    if (isSame(before.company, after)) return 'register';
    if (!parsesTo(after, before, current, supplement)) return 'register';
    // Only rows that differ in nothing else need the classification of their own dump.
    const context = await findContext(before.source);
    return parsesTo(after, before, context, supplement) ? 'reinterpretation' : 'register';
  };
}

/** Whether this program parses the stored row of a company to this company. */
export function parsesTo(
  company: Company,
  { raw }: StoredCompany,
  context: ParseContext,
  supplement: StoredSupplement | null,
): boolean {
  const result = parseRow(raw, context, supplement);
  return 'record' in result && isSame(result.record.company, company);
}

/** Compares them as text, since both have their fields in the same order. */
function isSame(first: Company, second: Company): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
