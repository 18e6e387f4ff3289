import { hash } from 'node:crypto';
import { cutSecrets } from '../../domain/account/secret-texts.ts';
import type { Supplement } from '../../domain/company/supplement.ts';
import { ImportRefusal } from '../../domain/errors.ts';
import { findLastClassification } from '../../store/imports/runs.ts';
import type { StoredSupplement, SupplementOrigin } from '../../store/port/companies.ts';
import type { ImportCounts } from '../../store/port/imports.ts';
import { type ImportContext, type ImportResult, type ImportStores, NO_RESULT } from '../context.ts';
import { toClassification, toLabels } from '../dump/classification.ts';
import { FINGERPRINT_LENGTH } from '../dump/fingerprint.ts';
import { whyTooManyRejects } from '../dump/guards.ts';
import { createParseContexts, parseStoredRow, parsesTo } from '../dump/parse-row.ts';
import type { FingerprintTable } from '../fingerprint-table.ts';
import { type FileRow, IncomingRows } from '../incoming-rows.ts';
import type { AcceptedRow } from '../row-spool.ts';
import { type Replacement, writeRecords } from '../write-records.ts';
import { openSupplement, type SupplementFile } from './supplement-file.ts';

/**
 * Imports values that the dump lacks. They are stored by IDNO, separate from the companies, so that
 * they apply to every later state of a company, also of one that only a later dump contains.
 */
export async function importSupplement(
  path: string,
  context: ImportContext,
): Promise<ImportResult> {
  const { dryRun, progress } = context;
  const rows = new IncomingRows<Supplement>('the rows of the supplement', path, context);
  try {
    const { fileName, counts, waiting } = await readSupplement(path, rows, context);
    if (!dryRun) {
      progress.begin('writing', counts.new + counts.changed);
      await rows.write(createWriteStatements(fileName, context));
    }
    return { ...NO_RESULT, counts, waiting, rejectsPath: rows.rejects.path };
  } finally {
    await rows.close();
  }
}

async function readSupplement(
  path: string,
  rows: IncomingRows<Supplement>,
  context: ImportContext,
): Promise<{ fileName: string; counts: ImportCounts; waiting: number }> {
  const { store, temporaryFolder, progress, guards } = context;
  const labels = toLabels(toClassification(await findLastClassification(store.imports)));
  const file = await openSupplement(path, { temporaryFolder, labels });
  try {
    await context.begin(null);
    progress.begin('reading', null);
    // IDNOs, as numbers, that have values and that no dump has contained yet.
    const waiting = new Set<number>();
    const counts = await rows.compare(addFingerprints(file, { table: rows.table, waiting }, store));
    const refusal = whyTooManyRejects(file.fileName, counts, guards, rows.rejects.path);
    if (refusal !== null) throw new ImportRefusal(refusal);
    return { fileName: file.fileName, counts, waiting: waiting.size };
  } finally {
    await file.close();
  }
}

/**
 * Gives each row the fingerprint of all values that its IDNO has after it, and the table that of
 * the stored values. A row is new if neither a dump nor a supplement had its IDNO. Of several rows
 * with one IDNO only the last is written, so it also gets the values of the earlier ones.
 */
async function* addFingerprints(
  file: SupplementFile,
  { table, waiting }: { table: FingerprintTable; waiting: Set<number> },
  { companies }: ImportStores,
): AsyncGenerator<FileRow<Supplement>[]> {
  /**
   * By IDNO as a number, which takes less memory than the text. It has at most READ_LIMITS.rows
   * (2,000,000) entries, one for each row of the file.
   */
  const stated = new Map<number, Supplement>();
  for await (const rows of file.rows()) {
    const idnos = rows.map((row) => ('content' in row ? row.idno : ''));
    const [stored, known] = await Promise.all([
      companies.findSupplements(idnos),
      companies.findByIdnos(idnos),
    ]);
    yield rows.map((row, index) => {
      if (!('content' in row)) return row;
      const key = Number(row.idno);
      const content = { ...stated.get(key), ...row.content };
      stated.set(key, content);
      const before = stored[index]?.values ?? {};
      const after = { ...before, ...content };
      const isKnown = stored[index] != null || known[index] != null;
      const hasValues = Object.keys(after).length > 0;
      if (hasValues && known[index] == null) waiting.add(key);
      // A row without values changes nothing, whether its IDNO is known or not.
      if (isKnown || !hasValues) {
        table.addStored(row.idno, toFingerprint(before), true);
      }
      return { ...row, content, fingerprint: toFingerprint(after) };
    });
  }
}

/** With the fields in a fixed order, and without a code's label, which files do not state. */
function toFingerprint(values: Supplement): string {
  const fields = Object.entries({ ...values, caemMain: values.caemMain?.code });
  const text = JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
  return hash('sha256', text).slice(0, FINGERPRINT_LENGTH);
}

/** Writes a batch of statements together with the companies that they change. */
function createWriteStatements(fileName: string, context: ImportContext) {
  const { companies } = context.store;
  const origin = { importId: context.importId, fileName: cutSecrets(fileName) };
  const findContext = createParseContexts(context.store);
  return async (rows: readonly AcceptedRow<Supplement>[]): Promise<void> => {
    const idnos = rows.map(({ idno }) => idno);
    const records = await companies.findRecords(idnos);
    const stored = await companies.findSupplements(idnos);
    const supplements = rows.map((row, index) => merge(stored[index] ?? null, row, origin));
    const replacements: Replacement[] = [];
    for (const [index, before] of records.entries()) {
      if (before === null) continue;
      const parseContext = await findContext(before.source);
      const result = parseStoredRow(before, parseContext, supplements[index] ?? null);
      if (!('after' in result)) continue;
      const { after } = result;
      const isReinterpreted = parsesTo(after.company, before, parseContext, stored[index] ?? null);
      const cause = isReinterpreted ? 'reinterpretation' : 'supplement';
      replacements.push({ before, after, cause });
    }
    await writeRecords(context, replacements, null, supplements);
  };
}

/** A value that is stated again unchanged keeps its origin. */
function merge(
  before: StoredSupplement | null,
  { idno, content }: AcceptedRow<Supplement>,
  origin: SupplementOrigin,
): StoredSupplement {
  const origins = { ...before?.origins };
  for (const field of Object.keys(content) as (keyof Supplement)[]) {
    const isKnown = JSON.stringify(before?.values[field]) === JSON.stringify(content[field]);
    if (!isKnown) origins[field] = origin;
  }
  return { idno, values: { ...before?.values, ...content }, origins };
}
