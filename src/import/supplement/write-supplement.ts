import type { Supplement } from '../../domain/company/supplement.ts';
import type { StoredSupplement, SupplementOrigin } from '../../store/port/companies.ts';
import type { ImportContext } from '../context.ts';
import { readsAs } from '../dump/find-cause.ts';
import { createParseContexts, parseStoredRow } from '../dump/parse-row.ts';
import { type Replacement, writeRecords } from '../write-records.ts';
import type { Statement } from './supplement-file.ts';

/**
 * Writes a batch of statements together with the companies that they change, and returns how many
 * of their IDNOs no dump has contained yet. A dry run only counts.
 */
export function createSupplementWriter(
  fileName: string,
  labels: ReadonlyMap<string, string>,
  context: ImportContext,
) {
  const { companies } = context.store;
  const origin = { importId: context.importId, fileName };
  const findContext = createParseContexts(context.store);
  return async (statements: readonly Statement[]): Promise<number> => {
    const idnos = statements.map(({ idno }) => idno);
    const records = await companies.findRecords(idnos);
    const waiting = records.filter((record) => record === null).length;
    if (context.dryRun || statements.length === 0) return waiting;
    const stored = await companies.findSupplements(idnos);
    const supplements = statements.map(({ idno, values }, index) => {
      // The label is stored for dumps whose sheets will not have it.
      const labelled = { idno, values: addLabel(values, labels) };
      return merge(stored[index] ?? null, labelled, origin);
    });
    const replacements: Replacement[] = [];
    for (const [index, before] of records.entries()) {
      if (before === null) continue;
      const parseContext = await findContext(before.source);
      const result = parseStoredRow(before, parseContext, supplements[index] ?? null);
      if (!('after' in result)) continue;
      const { after } = result;
      const isReadAnew = readsAs(after.company, before, parseContext, stored[index] ?? null);
      const cause = isReadAnew ? 'reinterpretation' : 'supplement';
      replacements.push({ before, after, cause });
    }
    await writeRecords(context, replacements, null, supplements);
    return waiting;
  };
}

/** Gives the main activity the label that it has in the last dump. */
function addLabel(values: Supplement, labels: ReadonlyMap<string, string>): Supplement {
  const { caemMain } = values;
  const label = caemMain === undefined ? undefined : labels.get(caemMain.code);
  if (caemMain === undefined || label === undefined) return values;
  return { ...values, caemMain: { ...caemMain, label } };
}

/** A value that is stated again unchanged keeps its origin. */
function merge(
  before: StoredSupplement | null,
  { idno, values }: Statement,
  origin: SupplementOrigin,
): StoredSupplement {
  const origins = { ...before?.origins };
  for (const field of Object.keys(values) as (keyof Supplement)[]) {
    const isKnown = JSON.stringify(before?.values[field]) === JSON.stringify(values[field]);
    if (!isKnown) origins[field] = origin;
  }
  return { idno, values: { ...before?.values, ...values }, origins };
}
