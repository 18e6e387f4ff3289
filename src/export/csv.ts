import { COMPANY_FIELDS, type JsonAnswer } from '../answers/documents.ts';

const LINE_END = '\r\n';
/** A cell with one of these is quoted (RFC 4180). */
const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Spreadsheets take a cell that begins so for a formula, the wide forms in some languages only. Those
 * with another separator than the comma also begin a cell inside of a text.
 */
const FORMULA_START = /^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n\0])(?=[=+\-@＝＋－＠])/g;

export const CSV_HEADER = `${COMPANY_FIELDS.join(',')},removed_since${LINE_END}`;

/** A company as the API answers it as a line of CSV with the columns of CSV_HEADER. */
export function toCsvLine({ body, delistedSince = null }: JsonAnswer): string {
  const company: Readonly<Record<string, unknown>> = JSON.parse(body.toString());
  const values = [...COMPANY_FIELDS.map((field) => company[field]), delistedSince];
  return `${values.map(toCell).join(',')}${LINE_END}`;
}

/** Null is the empty cell, and a list its JSON. */
function toCell(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quote(text.replace(FORMULA_START, "'"));
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
