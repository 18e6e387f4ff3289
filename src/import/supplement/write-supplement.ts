import type { Supplement } from '../../domain/company/supplement.ts';
import type { StoredSupplement, SupplementOrigin } from '../../store/port/companies.ts';
import type { ImportContext } from '../context.ts';
import { createParseContexts } from '../dump/parse-row.ts';
import { reread } from '../reread.ts';
import { type Replacement, writeRecords } from '../write-records.ts';

/** What one row of a supplement says. */
export interface Said {
  idno: string;
  values: Supplement;
}

/**
 * Writes what rows say together with the companies that it changes, at most as many rows at once
 * as one write takes; answers how many of the numbers no dump has had yet. A dry run only counts.
 */
export function createSupplementWriter(
  fileName: string,
  labels: ReadonlyMap<string, string>,
  context: ImportContext,
) {
  const { companies } = context.store;
  const origin = { importId: context.importId, fileName };
  const readingOf = createParseContexts(context.store);
  return async (said: readonly Said[]): Promise<number> => {
    const idnos = said.map(({ idno }) => idno);
    const records = await companies.findRecords(idnos);
    const waiting = records.filter((record) => record === null).length;
    if (context.dryRun || said.length === 0) return waiting;
    const stored = await companies.findSupplements(idnos);
    const supplements = said.map(({ idno, values }, index) => {
      // The label is kept too, for dumps whose sheets will not have it.
      const named = { idno, values: nameActivity(values, labels) };
      return merge(stored[index] ?? null, named, origin);
    });
    const replacements: Replacement[] = [];
    for (const [index, before] of records.entries()) {
      if (before === null) continue;
      const reading = await readingOf(before.source);
      const result = reread(before, reading, supplements[index] ?? null);
      if ('after' in result) replacements.push({ before, after: result.after });
    }
    await writeRecords(context, replacements, null, supplements);
    return waiting;
  };
}

/** Gives the main activity the label that the last dump has for it. */
function nameActivity(values: Supplement, labels: ReadonlyMap<string, string>): Supplement {
  const { caemMain } = values;
  const label = caemMain === undefined ? undefined : labels.get(caemMain.code);
  if (caemMain === undefined || label === undefined) return values;
  return { ...values, caemMain: { ...caemMain, label } };
}

/** A value that was said before and is said again keeps its origin. */
function merge(
  before: StoredSupplement | null,
  { idno, values }: Said,
  origin: SupplementOrigin,
): StoredSupplement {
  const origins = { ...before?.origins };
  for (const field of Object.keys(values) as (keyof Supplement)[]) {
    const isKnown = JSON.stringify(before?.values[field]) === JSON.stringify(values[field]);
    if (!isKnown) origins[field] = origin;
  }
  return { idno, values: { ...before?.values, ...values }, origins };
}
