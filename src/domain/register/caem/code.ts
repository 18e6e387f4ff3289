import type { ParseResult } from '../../parse-result.ts';
import { toCalendarDate } from '../../time/calendar-date.ts';
import { foldPlainWords } from '../text.ts';
import { type CaemEdition, findCaemCode, findOfficialLabel } from './tables.ts';

/** A cell of the column of codes. */
interface CaemCell {
  text: string;
  /** The day, `YYYY-MM-DD`, if the cell holds a date. */
  day: string | null;
}

export type CaemFault = 'code_unknown' | 'code_ambiguous';
export interface CaemCode {
  /** In its served form: Rev.1 five digits, all later editions `62.01`. */
  code: string;
  edition: CaemEdition;
}
export type CaemResult = ParseResult<CaemCode, CaemFault>;

const FIVE_DIGITS = /^\d{5}$/;
const DIGITS_ALONE = /^\s*\d{4,5}\s*$/;
/** The share of the unambiguous codes of a sheet that must have the usual number of digits. */
const MIN_USUAL_SHARE = 0.95;

const SECTION = /^\p{L}{1,2}[.-]?(?=\d)/u;
/** Some programs write the number 4711 as `4711.0`. */
const ZERO_FRACTION = /^(\d{3,5})\.0+$/;
const DIGITS = /^\d{2,5}$/;
const CLASS = /^(\d{1,2})[.,](\d{1,2})$/;
const SUBCLASS = /^(\d{1,2})[.,](\d{2})[.,]?(\d)$/;

/** A serial number as text is not read as a day. */
const NUMBER = /^\s*\d+(?:[.,]\d*)?\s*$/;

/** A typed code becomes a date of these years. */
const [FIRST_YEAR, LAST_YEAR] = ['2000', '2099'];
/** Spreadsheets expand a year of two digits to these years. */
const [FIRST_SHORT_YEAR, LAST_SHORT_YEAR] = ['1930', '2029'];

/** How a sheet writes its codes: four digits, or five, of which a leading 0 may be lost. */
export type UsualDigits = 4 | 5 | null;

/**
 * How the codes of one edition are written, judged by those with only one possible meaning; null if
 * these do not agree.
 */
export function findUsualDigits(
  texts: readonly string[],
  edition: CaemEdition | null,
): UsualDigits {
  const counts = { 4: 0, 5: 0 };
  for (const text of texts) {
    if (!DIGITS_ALONE.test(text)) continue;
    const [digits, ...others] = toSpellings(text).filter(
      (one) => findOfEdition(edition, [one]).length > 0,
    );
    if (digits !== undefined && others.length === 0) counts[digits.length === 4 ? 4 : 5]++;
  }
  const enough = (counts[4] + counts[5]) * MIN_USUAL_SHARE;
  if (enough === 0) return null;
  return counts[4] >= enough ? 4 : counts[5] >= enough ? 5 : null;
}

/**
 * The code of a line of the register's classification, which must be a class of the edition. If
 * the cell may mean several codes, the line's label decides, else how the other codes are written:
 * 1420 is 14.20 among codes of four digits, and 01.42 among those of five that have lost a first 0.
 */
export function toCaemCode(
  cell: CaemCell,
  edition: CaemEdition | null,
  label: string,
  usualDigits: UsualDigits = null,
): CaemResult {
  const result = toCodeByLabel(cell, edition, label);
  if ('value' in result || result.fault !== 'code_ambiguous' || usualDigits === null) return result;
  const usual = toSpellings(cell.text).filter(({ length }) => length === usualDigits);
  const [code, ...others] = DIGITS_ALONE.test(cell.text) ? findOfEdition(edition, usual) : [];
  return code === undefined || others.length > 0 ? result : { value: code };
}

/**
 * A code with a point, `62.10`, is of an edition that writes points: only an exact label makes it a
 * class of Rev.1, whose codes have five digits.
 */
function toCodeByLabel(
  { text, day }: CaemCell,
  edition: CaemEdition | null,
  label: string,
): CaemResult {
  const written = toSpellings(text);
  const days = toDaySpellings(day ?? (written.length === 0 ? findWrittenDay(text) : null));
  if (edition === 1) return toRev1Code(written, days, label);
  if (edition !== null) {
    const listed = edition === 4 ? [] : findCodes([edition], [...written, ...days]);
    if (listed.length > 0 || edition === 2) return choose(listed, label);
    // National editions have classes of their own. The other spelling of four digits is one without
    // a first 0, which only a table can tell.
    const unlisted = findCodes([4], [...written.slice(0, 1), ...days]);
    return choose(
      unlisted.map(({ code }) => ({ code, edition })),
      label,
    );
  }
  const codes = findCodes([2, 3], [...written, ...days]);
  // A short number that may be a date is more often a code of Rev.1.
  const rivals = days.filter((digits) => digits.length > 4 || codes.length > 0);
  const older = findCodes([1], [...written, ...rivals]);
  return choose(
    [...codes, ...older.filter((one) => !hasPoint(text) || isNamed(one, label))],
    label,
  );
}

/** Whether it is written as a class with a point, `62.10`, and not as a subclass, `51.19.0`. */
function hasPoint(text: string): boolean {
  return CLASS.test(toBody(text));
}

/**
 * A code without edition and label. It is valid as written if it is a class of the tables or of the
 * dump (`labels`) in its served form, or else if only one edition has it. Of a code with the same
 * form in CAEM Rev.2 and in NACE Rev.2.1 it is not known which is meant.
 */
export function toCaemCodeAlone(
  text: string,
  labels: ReadonlyMap<string, string>,
): ParseResult<string, CaemFault> {
  const code = text.trim();
  if (labels.has(code) || findOfficialLabel(code) !== null) return { value: code };
  const parsed = toCaemCode({ text, day: null }, null, '');
  return 'value' in parsed ? { value: parsed.value.code } : parsed;
}

/** Five digits are accepted as they are: no table has the complete edition of 2000. */
function toRev1Code(written: string[], days: string[], label: string): CaemResult {
  const [first = '', ...others] = written;
  const dayCodes = findCodes([1], days);
  if (others.length === 0 && FIVE_DIGITS.test(first)) {
    if (first.startsWith('00')) return { fault: 'code_unknown' };
    const code: CaemCode = { code: first, edition: 1 };
    const isKnown = findCaemCode(1, first) !== null;
    return isKnown ? { value: code } : choose([code, ...dayCodes], label);
  }
  const codes = findCodes([1], written);
  if (codes.length > 1) return { fault: 'code_ambiguous' };
  return choose([...codes, ...dayCodes], label);
}

/** Each code once, of the first edition that has it. */
function findOfEdition(edition: CaemEdition | null, spellings: readonly string[]): CaemCode[] {
  const found = findCodes(edition === null ? [1, 2, 3] : [edition], spellings);
  return found.filter(({ code }, at) => found.findIndex((one) => one.code === code) === at);
}

function findCodes(editions: readonly CaemEdition[], spellings: readonly string[]): CaemCode[] {
  return editions.flatMap((edition) =>
    spellings.flatMap((digits) => {
      const code = findCaemCode(edition, digits);
      return code === null ? [] : { code, edition };
    }),
  );
}

/** The code that the label names, else the only one: of the first edition that has it. */
function choose(codes: readonly CaemCode[], label: string): CaemResult {
  const named = codes.filter((one) => isNamed(one, label));
  const [first, ...others] = named.length > 0 ? named : codes;
  if (first === undefined) return { fault: 'code_unknown' };
  const isOne = others.every(({ code }) => code === first.code);
  return isOne ? { value: first } : { fault: 'code_ambiguous' };
}

/** Whether the label is the official one of the code. */
function isNamed({ code, edition }: CaemCode, label: string): boolean {
  const wanted = foldLabel(label);
  return wanted !== '' && foldLabel(findOfficialLabel(code, edition) ?? '') === wanted;
}

/** Only letters and digits, because tables differ in points, quotes and diacritics. */
function foldLabel(label: string): string {
  return foldPlainWords(label).replaceAll(' ', '');
}

/**
 * The digits of the classes that a text may mean: four for a class, five for a subclass. A number
 * cell loses zeros at both ends, which are restored (70.1 is 70.10, 1.11 is 01.11, 1110 may be
 * 01110). Empty when the text does not look like a code.
 */
function toSpellings(text: string): string[] {
  const body = toBody(text);
  const [, division = '', rest = ''] = CLASS.exec(body) ?? [];
  if (division !== '') return [division.padStart(2, '0') + rest.padEnd(2, '0')];
  const subclass = SUBCLASS.exec(body);
  if (subclass !== null) {
    const [, head = '', group = '', last = ''] = subclass;
    return [head.padStart(2, '0') + group + last];
  }
  if (!DIGITS.test(body)) return [];
  if (body.length === 5) return [body];
  if (body.length === 4) return [body, `0${body}`];
  // A class without its leading zero, or a group that has one class.
  if (body.length === 3) return [`0${body}`, `${body}0`];
  return [`${body}00`];
}

/** The text without spaces, its section's letter, and what number cells add. */
function toBody(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace(SECTION, '')
    .replace(ZERO_FRACTION, '$1')
    .replace(/\.$/, '');
}

/**
 * The digits of the codes that a spreadsheet may have turned into this day, `YYYY-MM-DD`: 01.11
 * becomes 1 November, 01.11.1 becomes 1 November 2001, and 01.61 becomes 1 January 1961.
 */
function toDaySpellings(day: string | null): string[] {
  if (day === null) return [];
  const [year = '', month = '', date = ''] = day.split('-');
  const shortYear = year.slice(2);
  const spellings: string[] = [];
  if (year >= FIRST_YEAR && year <= LAST_YEAR) spellings.push(date + month);
  if (year.startsWith('200')) spellings.push(date + month + year.slice(3));
  const isShort = year >= FIRST_SHORT_YEAR && year <= LAST_SHORT_YEAR;
  const isMonth = shortYear >= '01' && shortYear <= '12';
  if (date === '01' && isShort && !isMonth) spellings.push(month + shortYear);
  return spellings;
}

/** The day of a text that is a date; null for other texts. */
function findWrittenDay(text: string): string | null {
  if (NUMBER.test(text)) return null;
  const parsed = toCalendarDate(text);
  return 'value' in parsed ? parsed.value : null;
}
