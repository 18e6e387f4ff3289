import type { Reading } from './reading.ts';
import { toLine } from './text.ts';

export type DateFault = 'not_a_date' | 'date_out_of_range';

/** The register has no companies from before; an earlier year is a slip of the hand. */
const FIRST_DAY = '1900-01-01';
/** A workbook of the 1904 system counts from 1 January 1904, so many days later. */
const DAYS_1904 = 1_462;
/** Excel's calendar has a 29 February 1900 that never was: serials before it are a day behind. */
const FALSE_LEAP_DAY = 60;
const LAST_SERIAL = 2_958_465;
const DAY_MS = 86_400_000;
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);

const SERIAL = /^\d{1,7}(?:[.,]\d+)?$/;
const TIME = /(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/.source;
const DOTTED = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${TIME}`);
const ISO = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${TIME}`);

/**
 * The day that a text names, `YYYY-MM-DD`: a serial number of the 1900 system, `DD.MM.YYYY` or
 * ISO 8601, with or without a time of day. Null where the text is empty.
 */
export function toCalendarDate(text: string | null): Reading<string | null, DateFault> {
  const line = text === null ? '' : toLine(text);
  if (line === '') return { value: null };
  const day = SERIAL.test(line) ? toSerialDay(Math.floor(Number(line.replace(',', '.')))) : null;
  const value = day ?? toWrittenDay(line);
  return value === null ? { fault: 'not_a_date' } : { value };
}

/** A day that the register can know of at the date of the dump, `YYYY-MM-DD`. */
export function toPastDate(
  text: string | null,
  dumpDate: string,
): Reading<string | null, DateFault> {
  const reading = toCalendarDate(text);
  if ('fault' in reading || reading.value === null) return reading;
  const inRange = reading.value >= FIRST_DAY && reading.value <= dumpDate;
  return inRange ? reading : { fault: 'date_out_of_range' };
}

/** A serial number of a workbook, counted as the 1900 system counts it. */
export function toSerial1900(serial: number, date1904: boolean): number {
  return date1904 ? serial + DAYS_1904 : serial;
}

function toSerialDay(serial: number): string | null {
  if (serial < 1 || serial > LAST_SERIAL || serial === FALSE_LEAP_DAY) return null;
  const days = serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  return new Date(SERIAL_EPOCH_MS + days * DAY_MS).toISOString().slice(0, 10);
}

function toWrittenDay(line: string): string | null {
  const dotted = DOTTED.exec(line);
  if (dotted !== null) return toDay(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const iso = ISO.exec(line);
  return iso === null ? null : toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
}

/** Null where the calendar has no such day. */
function toDay(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return null;
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
