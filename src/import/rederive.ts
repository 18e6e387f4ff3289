import { type ImportContext, type ImportResult, NO_RESULT, yieldToEventLoop } from './context.ts';
import { createParseContexts, parseStoredRow } from './dump/parse-row.ts';
import { findPrevious, type Replacement, writeRecords } from './write-records.ts';

/** Companies that are read and written at a time. */
const REDERIVE_BATCH = 100;

/**
 * Parses the raw text of every stored company with this program, each with the classification and
 * day of its dump. A text that is no longer accepted as a company counts as rejected, and the
 * company stays as it is.
 */
export async function rederive(context: ImportContext): Promise<ImportResult> {
  const { companies } = context.store;
  const findContext = createParseContexts(context.store);
  const counts = { ...NO_RESULT.counts, rejectedBy: {} as Record<string, number> };
  await context.begin(null);
  context.progress.begin('deriving', await companies.count());
  let idnos = await companies.listIdnos(null, REDERIVE_BATCH);
  while (idnos.length > 0) {
    const records = await companies.findRecords(idnos);
    const supplements = await companies.findSupplements(idnos);
    const replacements: Replacement[] = [];
    for (const [index, before] of records.entries()) {
      if (before === null) continue;
      counts.read++;
      const parseContext = await findContext(before.source);
      const result = parseStoredRow(before, parseContext, supplements[index] ?? null);
      if (!('after' in result)) {
        counts.rejected++;
        const reason = 'reject' in result ? result.reject.reason : 'without_idno';
        counts.rejectedBy[reason] = (counts.rejectedBy[reason] ?? 0) + 1;
      } else if (isSame(before, result.after)) counts.unchanged++;
      else replacements.push({ before, after: result.after, cause: 'reinterpretation' });
    }
    counts.changed += replacements.length;
    if (replacements.length > 0 && !context.dryRun) await writeRecords(context, replacements, null);
    context.progress.advance(idnos.length);
    await yieldToEventLoop(context);
    idnos = await companies.listIdnos(idnos.at(-1) ?? null, REDERIVE_BATCH);
  }
  return { ...NO_RESULT, counts };
}

function isSame(before: NonNullable<Replacement['before']>, after: Replacement['after']): boolean {
  return before.fingerprint === after.fingerprint && findPrevious(before, after) === null;
}
