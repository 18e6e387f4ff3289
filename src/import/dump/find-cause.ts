import type { Company } from '../../domain/company/company.ts';
import type { ChangeCause } from '../../domain/company/public-changes.ts';
import type { RecordSource, StoredCompany, StoredSupplement } from '../../store/port/companies.ts';
import type { ImportStores } from '../context.ts';
import { createParseContexts, type ParseContext, parseRow } from './parse-row.ts';

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
