/** Ends a line (RFC 4180). */
const LINE_END = '\r\n';

/** A cell with one of these is quoted (RFC 4180). */
const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Spreadsheets take a cell that begins so for a formula, the wide forms in some languages only. Those
 * with another separator than the comma also begin a cell inside of a text.
 */
const FORMULA_START = /^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n\0])(?=[=+\-@＝＋－＠])/g;

/** A line of a CSV file: null is the empty cell, a list or an object its JSON. */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toCell).join(',')}${LINE_END}`;
}

function toCell(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inert = text.replace(FORMULA_START, "'");
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
