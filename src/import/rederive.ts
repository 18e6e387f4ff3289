import type { ImportCounts } from '../store/port/imports.ts';
import { type ImportContext, NO_COUNTS, yieldToEventLoop } from './context.ts';
import { createParseContexts } from './dump/parse-row.ts';
import { findPrevious } from './history.ts';
import { reread } from './reread.ts';
import { type Replacement, writeRecords } from './write-records.ts';

const BATCH_ROWS = 100;

/**
 * Reads the raw text of every stored company again, as the program understands it now, each with
 * what it was read with before. A text that is no company any more counts as rejected, and the
 * company stays what it was.
 */
export async function rederive(context: ImportContext): Promise<ImportCounts> {
  const { companies } = context.store;
  const counts: ImportCounts = { ...NO_COUNTS, rejectedBy: {} };
  const withoutLines = { count: 0 };
  const rederiveBatch = createBatchRederive(counts, withoutLines, context);
  context.progress.begin('deriving', await companies.count());
  let idnos = await companies.listIdnos(null, BATCH_ROWS);
  while (idnos.length > 0) {
    await rederiveBatch(idnos);
    context.progress.advance(idnos.length);
    await yieldToEventLoop(context);
    idnos = await companies.listIdnos(idnos.at(-1) ?? null, BATCH_ROWS);
  }
  if (withoutLines.count > 0) {
    context.progress.note(
      `${withoutLines.count} companies have their activities from classification sheets of which ` +
        'an older program stored only what it could read: import the last dump again to read all',
    );
  }
  return counts;
}

function createBatchRederive(
  counts: ImportCounts,
  withoutLines: { count: number },
  context: ImportContext,
) {
  const { companies } = context.store;
  const readingOf = createParseContexts(context.store);
  return async (idnos: readonly string[]): Promise<void> => {
    const records = await companies.findRecords(idnos);
    const supplements = await companies.findSupplements(idnos);
    const replacements: Replacement[] = [];
    for (const [index, before] of records.entries()) {
      if (before === null) continue;
      counts.read++;
      const reading = await readingOf(before.source);
      if (!reading.hasLines && before.raw.unlicensed !== null) withoutLines.count++;
      const result = reread(before, reading, supplements[index] ?? null);
      if (!('after' in result)) countReject(counts, 'reject' in result ? result.reject.reason : '');
      else if (isSame(before, result.after)) counts.unchanged++;
      else replacements.push({ before, after: result.after });
    }
    counts.changed += replacements.length;
    if (replacements.length > 0 && !context.dryRun) await writeRecords(context, replacements, null);
  };
}

function isSame(before: NonNullable<Replacement['before']>, after: Replacement['after']): boolean {
  return before.fingerprint === after.fingerprint && findPrevious(before, after) === null;
}

function countReject(counts: ImportCounts, reason: string): void {
  const known = reason === '' ? 'without_idno' : reason;
  counts.rejected++;
  counts.rejectedBy[known] = (counts.rejectedBy[known] ?? 0) + 1;
}
