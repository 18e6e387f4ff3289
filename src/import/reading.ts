import type { RegisterRow } from '../domain/company.ts';
import { type RecordContext, type RowReading, toCompanyRecord } from '../domain/record.ts';
import { applySupplement } from '../domain/supplement.ts';
import type { RecordSource, StoredSupplement } from '../store/company-store.ts';
import type { StoredClassification } from '../store/import-store.ts';
import { toClassification, toLabels } from './classification.ts';
import { createFingerprint, type Fingerprint } from './fingerprint.ts';
import type { ImportStores } from './import-context.ts';

/** What the rows of one dump are read with. */
export interface DumpReading extends RecordContext {
  source: RecordSource;
  /** Of unlicensed activities, by code. */
  labels: ReadonlyMap<string, string>;
  fingerprint: Fingerprint;
  /** False where an older program stored of the classification only what it could read itself. */
  hasLines: boolean;
}

/** A store keeps as many as dumps had different sheets; each takes some 400 kB in memory. */
const MAX_READINGS = 50;

export function createReading(stored: StoredClassification | null, dumpDate: string): DumpReading {
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
export function createReadings({ imports }: ImportStores) {
  const readings = new Map<string, DumpReading>();
  return async ({ dumpDate, classificationId }: RecordSource): Promise<DumpReading> => {
    const key = `${dumpDate} ${classificationId}`;
    const known = readings.get(key);
    if (known !== undefined) return known;
    const stored =
      classificationId === null ? null : await imports.findClassification(classificationId);
    const reading = createReading(stored, dumpDate);
    if (readings.size >= MAX_READINGS) readings.clear();
    readings.set(key, reading);
    return reading;
  };
}

/** A row as its company is stored, with what supplements say of it. */
export function readRow(
  row: RegisterRow,
  reading: DumpReading,
  supplement: StoredSupplement | null,
): RowReading {
  const result = toCompanyRecord(row, reading);
  if (supplement === null || !('record' in result)) return result;
  const { record } = result;
  const company = applySupplement(record.company, supplement.values, reading.labels);
  return { record: { ...record, company } };
}
