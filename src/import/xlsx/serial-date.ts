const ISO = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/;
const DAY_MS = 86_400_000;
const ZERO_1900 = Date.UTC(1899, 11, 30);
const ZERO_1904 = Date.UTC(1904, 0, 1);
/** Day 60 of the 1900 system is the 29th of February 1900, which there was not. */
const FIRST_RIGHT_DAY = 61;

/**
 * The serial number of an ISO 8601 date, which strict workbooks hold in its place; null where the
 * text is none or the date system does not reach back so far.
 */
export function toSerialDate(text: string, date1904: boolean): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, date = '', hours = '0', minutes = '0', seconds = '0'] = match;
  const dateMs = Date.parse(date);
  if (Number.isNaN(dateMs) || new Date(dateMs).toISOString().slice(0, 10) !== date) return null;
  const days = (dateMs - (date1904 ? ZERO_1904 : ZERO_1900)) / DAY_MS;
  const day = date1904 || days >= FIRST_RIGHT_DAY ? days : days - 1;
  if (day < (date1904 ? 0 : 1)) return null;
  return day + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
}
