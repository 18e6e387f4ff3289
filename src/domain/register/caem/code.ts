import type { ParseResult } from '../../parse-result.ts';
import { fold } from '../text.ts';
import { findWrittenDay, toDaySpellings, toSpellings } from './spelling.ts';
import { type CaemEdition, findCaemCode, findOfficialLabel } from './tables.ts';

/** What a sheet has in its column of codes. */
export interface CaemCell {
  text: string;
  /** The day that the number in the cell stands for if it is one, `YYYY-MM-DD`. */
  day: string | null;
}

export type CaemFault = 'code_unknown' | 'code_ambiguous';
/** In the form in which it is served: Rev.2 `62.01`, Rev.1 five digits. */
export type CaemReading = ParseResult<string, CaemFault>;

const FIVE_DIGITS = /^\d{5}$/;

/**
 * The code that a line of the register's classification names, by the edition and the classes that
 * it has. A cell that may stand for several is decided by the line's label alone.
 */
export function toCaemCode(
  { text, day }: CaemCell,
  edition: CaemEdition | null,
  label: string,
): CaemReading {
  const written = toSpellings(text);
  const days = toDaySpellings(day ?? (written.length === 0 ? findWrittenDay(text) : null));
  if (edition === 1) return toRev1Code(written, days, label);
  const codes = findCodes([2], [...written, ...days]);
  if (edition === null) {
    // A number that may be a day of each month is a code of Rev.1 more often than a day.
    const rivals = days.filter((digits) => digits.length > 4 || codes.length > 0);
    codes.push(...findCodes([1], [...written, ...rivals]));
  }
  return choose(codes, label);
}

/**
 * A code without edition and label. It counts as it stands where that is how this service writes a
 * class of the tables or of the dump (`labels`); else where only one edition has it.
 */
export function toCaemCodeAlone(text: string, labels: ReadonlyMap<string, string>): CaemReading {
  const code = text.trim();
  if (labels.has(code) || findOfficialLabel(code) !== null) return { value: code };
  return toCaemCode({ text, day: null }, null, '');
}

/** Five digits stay as they are: no table has the whole edition of 2000. */
function toRev1Code(written: string[], days: string[], label: string): CaemReading {
  const [first = '', ...others] = written;
  const dayCodes = findCodes([1], days);
  if (others.length === 0 && FIVE_DIGITS.test(first)) {
    if (first.startsWith('00')) return { fault: 'code_unknown' };
    const isKnown = findCaemCode(1, first) !== null;
    return isKnown ? { value: first } : choose([first, ...dayCodes], label);
  }
  const codes = findCodes([1], written);
  if (codes.length > 1) return { fault: 'code_ambiguous' };
  return choose([...codes, ...dayCodes], label);
}

function findCodes(editions: readonly CaemEdition[], spellings: readonly string[]): string[] {
  return editions.flatMap((edition) =>
    spellings.flatMap((digits) => findCaemCode(edition, digits) ?? []),
  );
}

function choose(codes: readonly string[], label: string): CaemReading {
  const [first, ...others] = new Set(codes);
  if (first === undefined) return { fault: 'code_unknown' };
  if (others.length === 0) return { value: first };
  const wanted = foldLabel(label);
  const [named, ...rivals] = [first, ...others].filter(
    (code) => foldLabel(findOfficialLabel(code) ?? '') === wanted,
  );
  if (wanted === '' || named === undefined || rivals.length > 0) {
    return { fault: 'code_ambiguous' };
  }
  return { value: named };
}

/** Letters and digits alone: the editors of a table differ in points, quotes and diacritics. */
function foldLabel(label: string): string {
  return fold(label).replace(/[^\p{L}\p{N}]+/gu, '');
}
