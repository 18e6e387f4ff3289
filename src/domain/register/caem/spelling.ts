import { toCalendarDate } from '../../time/calendar-date.ts';

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

/**
 * The digits of the classes that a text may mean: four for a class, five for a subclass. A number
 * cell loses zeros at both ends, which are restored (70.1 is 70.10, 1.11 is 01.11, 1110 may be
 * 01110). Empty when the text does not look like a code.
 */
export function toSpellings(text: string): string[] {
  const body = text
    .replace(/\s+/g, '')
    .replace(SECTION, '')
    .replace(ZERO_FRACTION, '$1')
    .replace(/\.$/, '');
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

/**
 * The digits of the codes that a spreadsheet may have turned into this day, `YYYY-MM-DD`: 01.11
 * becomes 1 November, 01.11.1 becomes 1 November 2001, and 01.61 becomes 1 January 1961.
 */
export function toDaySpellings(day: string | null): string[] {
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
export function findWrittenDay(text: string): string | null {
  if (NUMBER.test(text)) return null;
  const parsed = toCalendarDate(text);
  return 'value' in parsed ? parsed.value : null;
}
