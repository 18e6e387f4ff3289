import { memoize } from '../memoize.ts';
import type { ParseResult } from '../parse-result.ts';
import { toLine } from '../register/text.ts';
import { isInCalendar } from './time-zone.ts';

type DateFault = 'not_a_date' | 'date_out_of_range';
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
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);

/**
 * The fraction is the time of day. Fewer than five digits (before 18 May 1927) are more likely a
 * year (`2019`), a count or thousands with a separator (`43,536`) than a day.
 */
const SERIAL = /^(\d{5,7})([.,]\d+)?$/;
const TIME = /(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/.source;
const DOTTED = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${TIME}`);
const ISO = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${TIME}`);

/** A dump has about 13,000 different days. */
const MAX_KNOWN_TEXTS = 32_768;
const readDate = memoize(MAX_KNOWN_TEXTS, readAnyDate);

/**
 * The day of a text as `YYYY-MM-DD`. Reads serial numbers of the 1900 system with at least five
 * digits, `DD.MM.YYYY` and ISO 8601, with or without a time of day. Null when the text is empty.
 */
export function toCalendarDate(text: string | null): DateResult {
  return text === null ? { value: null } : readDate(text);
}

function readAnyDate(text: string): DateResult {
  const line = toLine(text);
  if (line === '') return { value: null };
  const serial = SERIAL.exec(line)?.[1];
  const day = serial === undefined ? parseDay(line) : toSerialDay(Number(serial));
  return day === null ? { fault: 'not_a_date' } : { value: day };
}

/** A day that is not after the date of the dump, `YYYY-MM-DD`. */
export function toPastDate(text: string | null, dumpDate: string): DateResult {
  const parsed = toCalendarDate(text);
  if ('fault' in parsed || parsed.value === null) return parsed;
  const inRange = parsed.value >= FIRST_DAY && parsed.value <= dumpDate;
  return inRange ? parsed : { fault: 'date_out_of_range' };
}

/** A workbook's serial number, converted to the 1900 system. */
export function toSerial1900(serial: number, date1904: boolean): number {
  return date1904 ? serial + DAYS_1904 : serial;
}

/** As `toSerial1900`, for a serial number as text; other texts stay as they are. */
export function toSerialText1900(text: string, date1904: boolean): string {
  const [, days, time = ''] = (date1904 && SERIAL.exec(toLine(text))) || [];
  return days === undefined ? text : `${Number(days) + DAYS_1904}${time}`;
}

/** The serial number of a day `YYYY-MM-DD`; null for days before the date system begins. */
export function toSerial(day: string, date1904: boolean): number | null {
  const days = (Date.parse(day) - SERIAL_EPOCH_MS) / DAY_MS;
  if (date1904) return days >= DAYS_1904 ? days - DAYS_1904 : null;
  const serial = days > MISSING_DAY_1900 ? days : days - 1;
  return serial >= 1 ? serial : null;
}

function toSerialDay(serial: number): string | null {
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return null;
  return new Date(SERIAL_EPOCH_MS + serial * DAY_MS).toISOString().slice(0, 10);
}

/** Null when the text has another format or the day does not exist. */
function parseDay(line: string): string | null {
  const dotted = DOTTED.exec(line);
  const parts = dotted === null ? ISO.exec(line)?.slice(1, 4) : dotted.slice(1, 4).reverse();
  if (parts === undefined) return null;
  const [year = '', ...others] = parts;
  const day = [year, ...others.map((part) => part.padStart(2, '0'))].join('-');
  return isInCalendar(day) ? day : null;
}
