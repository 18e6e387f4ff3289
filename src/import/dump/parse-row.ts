import type { Company, RegisterRow } from '../../domain/company/company.ts';
import type { ChangeCause } from '../../domain/company/public-changes.ts';
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
import { type Fingerprint, prepareFingerprints } from './fingerprint.ts';

/** The context for parsing the rows of one dump. */
export interface ParseContext extends RecordContext {
  source: RecordSource;
  /** Of unlicensed activities, by code. */
  labels: ReadonlyMap<string, string>;
  fingerprint: Fingerprint;
  /** False where an older program stored only the lines of the classification that it could read. */
  hasLines: boolean;
}

/** Dumps with equal sheets share one; each takes some 400 kB of memory. */
const MAX_CLASSIFICATIONS = 50;

export function createParseContext(
  stored: StoredClassification | null,
  dumpDate: string,
): ParseContext {
  return prepareParseContexts(stored)(dumpDate);
}

/** Finds the context that a stored record was parsed with. */
export function createParseContexts({ imports }: Pick<ImportStores, 'imports'>) {
  const prepared = new Map<string | null, (dumpDate: string) => ParseContext>();
  return async ({ dumpDate, classificationId: id }: RecordSource): Promise<ParseContext> => {
    const known = prepared.get(id);
    if (known !== undefined) return known(dumpDate);
    const stored = id === null ? null : await imports.findClassification(id);
    const toContext = prepareParseContexts(stored);
    if (prepared.size >= MAX_CLASSIFICATIONS) prepared.clear();
    prepared.set(id, toContext);
    return toContext(dumpDate);
  };
}

/** Only the day differs between the dumps of one classification, so all else is shared. */
function prepareParseContexts(
  stored: StoredClassification | null,
): (dumpDate: string) => ParseContext {
  const classification = toClassification(stored);
  const labels = toLabels(classification);
  const toFingerprint = prepareFingerprints(classification);
  const classificationId = stored?.id ?? null;
  const hasLines = stored === null || stored.lines !== undefined;
  return (dumpDate) => ({
    classification,
    dumpDate,
    source: { dumpDate, classificationId },
    labels,
    fingerprint: toFingerprint(dumpDate),
    hasLines,
  });
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

/**
 * Finds why a dump changes what is served of a company: if this program reads the stored row of
 * before as it reads the new one, it is the program that has changed.
 */
export function createFindCause(current: ParseContext, store: ImportStores) {
  const findStoredContext = createParseContexts(store);
  const fill = prepareFill(current);
  const findContext = async (source: RecordSource) => fill(await findStoredContext(source));
  return async (
    before: StoredCompany,
    after: Company,
    supplement: StoredSupplement | null,
  ): Promise<ChangeCause> => {
    if (isSame(before.company, after)) return 'register';
    if (!readsAs(after, before, current, supplement)) return 'register';
    // Only rows that differ in nothing else need the classification of their own dump.
    const context = await findContext(before.source);
    return readsAs(after, before, context, supplement) ? 'reinterpretation' : 'register';
  };
}

/**
 * Adds the lines of the current classification that an older program could not read in the one it
 * stored. Caches the last result: most rows have the same one.
 */
function prepareFill(current: ParseContext): (older: ParseContext) => ParseContext {
  let filledId: string | null = null;
  let filled = current.classification;
  return (older) => {
    const { classificationId } = older.source;
    if (older.hasLines) return older;
    if (classificationId !== filledId) {
      const { unlicensed, licensed } = older.classification;
      filled = {
        unlicensed: new Map([...current.classification.unlicensed, ...unlicensed]),
        licensed,
      };
      filledId = classificationId;
    }
    return { ...older, classification: filled };
  };
}

/** Whether this program reads the stored row of a company so. */
export function readsAs(
  company: Company,
  { raw }: StoredCompany,
  context: ParseContext,
  supplement: StoredSupplement | null,
): boolean {
  const result = parseRow(raw, context, supplement);
  return 'record' in result && isSame(result.record.company, company);
}

/** Both have their fields in one order. */
function isSame(first: Company, second: Company): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
