import type { RegisterRow } from '../../domain/company/company.ts';
import { applySupplement } from '../../domain/company/supplement.ts';
import {
  type RecordContext,
  type RowResult,
  toCompanyRecord,
} from '../../domain/register/record.ts';
import type { RecordSource, StoredSupplement } from '../../store/port/companies.ts';
import type { StoredClassification } from '../../store/port/imports.ts';
import type { ImportStores } from '../context.ts';
import { toClassification, toLabels } from './classification.ts';
import { createFingerprint, type Fingerprint } from './fingerprint.ts';

/** What the rows of one dump are read with. */
export interface ParseContext extends RecordContext {
  source: RecordSource;
  /** Of unlicensed activities, by code. */
  labels: ReadonlyMap<string, string>;
  fingerprint: Fingerprint;
  /** False where an older program stored of the classification only what it could read itself. */
  hasLines: boolean;
}

/** A store keeps as many as dumps had different sheets; each takes some 400 kB in memory. */
const MAX_READINGS = 50;

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

/** Finds again what a stored record was read with. */
export function createParseContexts({ imports }: ImportStores) {
  const readings = new Map<string, ParseContext>();
  return async ({ dumpDate, classificationId }: RecordSource): Promise<ParseContext> => {
    const key = `${dumpDate} ${classificationId}`;
    const known = readings.get(key);
    if (known !== undefined) return known;
    const stored =
      classificationId === null ? null : await imports.findClassification(classificationId);
    const reading = createParseContext(stored, dumpDate);
    if (readings.size >= MAX_READINGS) readings.clear();
    readings.set(key, reading);
    return reading;
  };
}

/** A row as its company is stored, with what supplements say of it. */
export function readRow(
  row: RegisterRow,
  reading: ParseContext,
  supplement: StoredSupplement | null,
): RowResult {
  const result = toCompanyRecord(row, reading);
  if (supplement === null || !('record' in result)) return result;
  const { record } = result;
  const company = applySupplement(record.company, supplement.values, reading.labels);
  return { record: { ...record, company } };
}
