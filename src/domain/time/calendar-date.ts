import { LOCALES } from '../account/language.ts';
import { memoize } from '../memoize.ts';
import type { ParseResult } from '../parse-result.ts';
import { undoConversion } from '../register/conversion.ts';
import { fold, toLine } from '../register/text.ts';
import { isInCalendar, toDay } from './time-zone.ts';

/**
 * `day_shifted`: has the time of day of a local midnight that was written in UTC, so the day is
 * wrong. `date_placeholder`: stands for "no day".
 */
type DateFault = 'not_a_date' | 'day_shifted' | 'date_placeholder' | 'date_out_of_range';
type DateResult = ParseResult<string | null, DateFault>;

/** The register has no older companies; an earlier year is a typing error. */
export const FIRST_DAY = '1900-01-01';
/** A workbook of the 1904 system counts from 1 January 1904, this many days later. */
const DAYS_1904 = 1_462;
/** The first with five digits; `00042` is none. */
const FIRST_SERIAL = 10_000;
/** 31 December 9999, where Excel's calendar ends. */
const LAST_SERIAL = 2_958_465;
/** The 1900 system counts 29 February 1900, a day that did not exist. */
const MISSING_DAY_1900 = 60;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);
/**
 * In days. Workbooks and databases hold whole seconds: a serial number that is nearer to midnight
 * than to 23:59:59 is midnight with a rounding error.
 */
const HALF_SECOND = 0.5 / 86_400;
/**
 * Where a tool has written a local midnight in UTC, the time of day is 22:00 in winter and 21:00 in
 * summer, 20:00 in summers before 1991, and 23:00 from a computer with Central European time.
 */
const FIRST_SHIFTED_HOUR = 20;
const LAST_SHIFTED_HOUR = 23;

/** Zero of databases, programs and both date systems of workbooks, and the last day of calendars. */
const PLACEHOLDER_DAYS: ReadonlySet<string> = new Set([
  ...['0001-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1904-01-01', '9999-12-31'],
]);
/** The same as serial numbers and as spreadsheets show the number 0. */
const PLACEHOLDER_TEXTS: ReadonlySet<string> = new Set([
  ...['1', '1462', '00.01.1900', '1/0/1900', '12/31/9999'],
]);

/**
 * The fraction is the time of day. Fewer than five digits (before 18 May 1927) are more likely a
 * year (`2019`), a count or thousands with a separator (`43,536`) than a day.
 */
const SERIAL = /^(\d{5,7})([.,]\d+)?$/;
const DAY_FIRST = /(?<day>\d{1,2}) ?(?<sign>[./-]) ?(?<month>\d{1,2}) ?\k<sign> ?(?<year>\d{4})/;
const YEAR_FIRST = /(?<year>\d{4}) ?(?<mark>[./-]) ?(?<month>\d{1,2}) ?\k<mark> ?(?<day>\d{1,2})/;
const IN_WORDS = /(?<day>\d{1,2})[ .-](?<word>\p{L}{3,10})\.?[ .,-]{1,2}(?<year>\d{4})/u;
/** "Year" after a date, as Russian has it. */
const YEAR = /(?: ?(?:г\.?|года))?/;
const TIME =
  /(?:[T ](?<hours>[01]?\d|2[0-3]):(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d)(?:\.\d+)?)?(?<zone>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?/;
const FORMATS = [DAY_FIRST, YEAR_FIRST, IN_WORDS].map(
  (date) => new RegExp(`^${date.source}${YEAR.source}${TIME.source}$`, 'iu'),
);

const SERIAL_IN_CALENDAR = /^[1-9]\d{4}$/;

/** A dump has about 13,000 different days. */
const MAX_KNOWN_TEXTS = 32_768;
const readDate = memoize(MAX_KNOWN_TEXTS, readAnyDate);
/** Letters of an abbreviated month; `marți` is no month. */
const ABBREVIATED = [3, 4];
/** Each name and its abbreviations; derived when a day in words is first read. */
let monthsByWord: ReadonlyMap<string, string> | undefined;

/**
 * The day of a text as `YYYY-MM-DD`. Reads serial numbers of the 1900 system with at least five
 * digits, days before months (`30.03.2001`, `30 martie 2001`), ISO 8601, and other forms with one
 * meaning, with or without a time of day. An instant with an offset is the day in the country. Null
 * when the text is empty.
 */
export function toCalendarDate(text: string | null): DateResult {
  return text === null ? { value: null } : readDate(text);
}

function readAnyDate(text: string): DateResult {
  const line = toLine(undoConversion(text));
  if (line === '') return { value: null };
  const [, days, fraction = ''] = SERIAL.exec(line) ?? [];
  if (days === undefined) return parseDay(line);
  return toSerialDay(Number(`${days}${fraction.replace(',', '.')}`));
}

/** A day that is no placeholder and not after the date of the dump, `YYYY-MM-DD`. */
export function toPastDate(text: string | null, dumpDate: string): DateResult {
  return text === null ? { value: null } : toKnownDays(dumpDate).read(text);
}

/** Whether `toPastDate` finds no fault in the text. */
export function isPastOrNone(text: string | null, dumpDate: string): boolean {
  if (text === null) return true;
  const { lastSerial, read } = toKnownDays(dumpDate);
  return isPastSerial(text, lastSerial) || 'value' in read(text);
}

/** The serial number of a day that `toPastDate` reads; null for anything else. */
export function toPastSerial(text: string, dumpDate: string): number | null {
  const { lastSerial, read } = toKnownDays(dumpDate);
  if (isPastSerial(text, lastSerial)) return Number(text);
  const parsed = read(text);
  return 'fault' in parsed || parsed.value === null ? null : toSerial(parsed.value, false);
}

/** A fast check, true for nearly all cells: none of these is a placeholder or before FIRST_DAY. */
function isPastSerial(text: string, lastSerial: string): boolean {
  return SERIAL_IN_CALENDAR.test(text) && text <= lastSerial;
}

/** Those of the last dump: 300,000 companies have some 10,000 days. */
const MAX_KNOWN_DAYS = 20_000;
let knownDays = createKnownDays('');

function toKnownDays(dumpDate: string) {
  if (knownDays.dumpDate !== dumpDate) knownDays = createKnownDays(dumpDate);
  return knownDays;
}

function createKnownDays(dumpDate: string) {
  return {
    dumpDate,
    lastSerial: String(toSerial(dumpDate, false) ?? 0),
    read: memoize(MAX_KNOWN_DAYS, (text) => readPastDate(text, dumpDate)),
  };
}

function readPastDate(text: string, dumpDate: string): DateResult {
  const parsed = toCalendarDate(text);
  if ('fault' in parsed && PLACEHOLDER_TEXTS.has(text)) {
    return { fault: 'date_placeholder' };
  }
  if ('fault' in parsed || parsed.value === null) return parsed;
  if (PLACEHOLDER_DAYS.has(parsed.value)) return { fault: 'date_placeholder' };
  const inRange = parsed.value >= FIRST_DAY && parsed.value <= dumpDate;
  return inRange ? parsed : { fault: 'date_out_of_range' };
}

/** A workbook's serial number, converted to the 1900 system. */
export function toSerial1900(serial: number, date1904: boolean): number {
  return date1904 ? serial + DAYS_1904 : serial;
}

/** As `toSerial1900`, for a serial number as text; other texts stay as they are. */
export function toSerialText1900(text: string, date1904: boolean): string {
  const [, days, time = ''] = (date1904 && SERIAL.exec(toLine(undoConversion(text)))) || [];
  return days === undefined ? text : `${Number(days) + DAYS_1904}${time}`;
}

/** The serial number of a day `YYYY-MM-DD`; null for days before the date system begins. */
export function toSerial(day: string, date1904: boolean): number | null {
  const days = (Date.parse(day) - SERIAL_EPOCH_MS) / DAY_MS;
  if (date1904) return days >= DAYS_1904 ? days - DAYS_1904 : null;
  const serial = days > MISSING_DAY_1900 ? days : days - 1;
  return serial >= 1 ? serial : null;
}

function toSerialDay(serial: number): DateResult {
  const day = Math.floor(serial + HALF_SECOND);
  if (day < FIRST_SERIAL || serial >= LAST_SERIAL + 1) return { fault: 'not_a_date' };
  if (isShiftedTime((serial - day) * DAY_MINUTES)) return { fault: 'day_shifted' };
  return { value: toIsoDay(SERIAL_EPOCH_MS + Math.min(day, LAST_SERIAL) * DAY_MS) };
}

function parseDay(line: string): DateResult {
  const parts = findParts(line);
  const day = parts === undefined ? null : joinDay(parts);
  if (parts === undefined || day === null || !isInCalendar(day)) return { fault: 'not_a_date' };
  const { hours = '0', minutes = '0', seconds = '0', zone } = parts;
  const timeMinutes = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  if (zone === undefined) {
    return isShiftedTime(timeMinutes) ? { fault: 'day_shifted' } : { value: day };
  }
  // The last day would be one of the year 10000 here.
  if (PLACEHOLDER_DAYS.has(day)) return { value: day };
  const instantMs = Date.parse(`${day}T00:00Z`) + (timeMinutes - toOffsetMinutes(zone)) * 60_000;
  return { value: toDay(instantMs) };
}

function findParts(line: string): Partial<Record<string, string>> | undefined {
  for (const format of FORMATS) {
    const groups = format.exec(line)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** Null where the day could be another one. */
function joinDay({ year, month, word, day = '', sign }: Partial<Record<string, string>>) {
  const number = word === undefined ? month : toMonth(word);
  if (number === undefined || isAmbiguous(day, number, sign)) return null;
  return [year, number.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/**
 * Only English writes the month first, always with slashes: `3/4/2001` is 3 April here, and 4 March
 * where such a spreadsheet has written the cell.
 */
function isAmbiguous(day: string, month: string, sign: string | undefined): boolean {
  return sign === '/' && Number(day) <= 12 && Number(month) <= 12 && Number(day) !== Number(month);
}

/** The number of a month in Romanian, Russian or English, which may be abbreviated. */
function toMonth(word: string): string | undefined {
  monthsByWord ??= listMonths();
  return monthsByWord.get(fold(word));
}

function listMonths(): ReadonlyMap<string, string> {
  const months = new Map<string, string>();
  for (const locale of Object.values(LOCALES)) {
    // In Russian the word after a day has another ending.
    for (const day of [undefined, 'numeric'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month: 'long', day, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2001, month - 1, 1));
        const name = fold(parts.find(({ type }) => type === 'month')?.value ?? '');
        for (const length of [...ABBREVIATED, name.length]) {
          months.set(name.slice(0, length), String(month));
        }
      }
    }
  }
  return months;
}

function isShiftedTime(minutes: number): boolean {
  const hours = Math.round(minutes) / 60;
  return Number.isInteger(hours) && hours >= FIRST_SHIFTED_HOUR && hours <= LAST_SHIFTED_HOUR;
}

/** Of `Z`, `+03:00`, `+0300` or `+03`. */
function toOffsetMinutes(zone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

function toIsoDay(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}
