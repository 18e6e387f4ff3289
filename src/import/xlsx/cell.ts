import type { CellValue } from '../../domain/register/cell.ts';
import { toCalendarDate, toSerial } from '../../domain/time/calendar-date.ts';
import type { XmlCursor } from './xml-cursor.ts';
import { decodeEscapes } from './xml-text.ts';

/** The type of a cell's value, from its `t` attribute (ECMA-376 part 1, 18.18.11). */
export type CellType = 'number' | 'shared' | 'boolean' | 'error' | 'text' | 'date';

const TYPES = new Map<string, CellType>([
  ['n', 'number'],
  ['s', 'shared'],
  ['b', 'boolean'],
  ['e', 'error'],
  ['str', 'text'],
  ['inlineStr', 'text'],
  ['d', 'date'],
]);
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
const INDEX = /^\d{1,15}$/;
/** Integers with up to this many digits are exact. */
const EXACT_DIGITS = 15;
const LOWER_S = 0x73;
const ZERO = 0x30;
const UPPER_A = 0x41;
const MAX_LETTERS = 3;
const LETTERS = 26;

/** The type of the cell that was just opened; undefined for one that the format does not have. */
export function findCellType(cursor: XmlCursor): CellType | undefined {
  if (!cursor.findAttribute('t')) return 'number';
  const { bytes, valueStart, valueEnd } = cursor;
  if (bytes[valueStart] === LOWER_S && valueEnd === valueStart + 1) return 'shared';
  return TYPES.get(cursor.attributeValue);
}

/** The value in `<v>`; a value that does not match its type stays text, so that nothing is lost. */
export function toCellValue(type: CellType, cursor: XmlCursor, date1904: boolean): CellValue {
  if (type === 'text') return decodeEscapes(cursor.text);
  const integer = type === 'number' ? readInteger(cursor) : -1;
  if (integer >= 0) return integer;
  const text = cursor.text.trim();
  if (type === 'number' && NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === '1' || text === 'true')) return true;
  if (type === 'boolean' && (text === '0' || text === 'false')) return false;
  if (type === 'date') return toSerialDate(text, date1904) ?? text;
  return text;
}

/**
 * The serial number of an ISO 8601 date, which strict workbooks hold in its place, to the second;
 * null for any other text, for an instant in UTC, whose day depends on the time zone, and for days
 * before the date system begins.
 */
export function toSerialDate(text: string, date1904: boolean): number | null {
  const [, date = null, hours = '0', minutes = '0', seconds = '0'] = ISO.exec(text) ?? [];
  const parsed = toCalendarDate(date);
  if (!('value' in parsed) || parsed.value === null) return null;
  const serial = toSerial(parsed.value, date1904);
  const daySeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return serial === null ? null : serial + daySeconds / 86_400;
}

/** The index of a shared string; -1 where the text is no index. */
export function readIndex(cursor: XmlCursor): number {
  const index = readInteger(cursor);
  if (index >= 0) return index;
  const text = cursor.text.trim();
  return INDEX.test(text) ? Number(text) : -1;
}

/** The text of the cursor as a whole number of at most 15 digits; -1 for anything else. */
function readInteger(cursor: XmlCursor): number {
  return cursor.isPlain ? readDigits(cursor.bytes, cursor.textStart, cursor.textEnd) : -1;
}

export function readDigits(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end - start > EXACT_DIGITS) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The column, from 0, of a reference such as `AB12`; -1 where it is no cell of the row. */
export function readColumn(bytes: Uint8Array, start: number, end: number, row: number): number {
  let column = 0;
  let at = start;
  for (; at < end && at - start < MAX_LETTERS; at++) {
    const letter = (bytes[at] ?? 0) - UPPER_A;
    if (letter < 0 || letter >= LETTERS) break;
    column = column * LETTERS + letter + 1;
  }
  return readDigits(bytes, at, end) === row ? column - 1 : -1;
}
