import { quote } from '../../quote.ts';
import type { XmlWindow } from './window.ts';

const LESS = 0x3c;
const BANG = 0x21;
const QUESTION = 0x3f;
const COMMENT = Buffer.from('<!--');
const COMMENT_END = Buffer.from('-->');
const CDATA = Buffer.from('<![CDATA[');
const CDATA_END = Buffer.from(']]>');
const INSTRUCTION_END = Buffer.from('?>');
const ENCODING = /^<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-?8["']|us-ascii["'])/i;
const NUMERIC = /^#(?:(\d{1,10})|x([0-9A-Fa-f]{1,8}))$/;
/** Between & and ; of any valid reference. */
const MAX_REFERENCE_LENGTH = 11;
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const MAX_CODE_POINT = 0x10ffff;
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Reads the content between two tags when it is more than plain text: references, CDATA sections,
 * comments and instructions. Returns the text and moves the window's position to the next tag, or
 * returns null and leaves the position when more bytes are needed.
 */
export function readContent(window: XmlWindow, ended: boolean): string | null {
  const { bytes } = window;
  let text = '';
  let at = window.position;
  while (at < window.end) {
    if (bytes[at] !== LESS) {
      const stop = find(window, LESS, at);
      if (stop < 0 && !ended) return null;
      const raw = bytes.toString('utf8', at, stop < 0 ? window.end : stop);
      text += decodeText(window, raw);
      at = stop < 0 ? window.end : stop;
      continue;
    }
    const next = bytes[at + 1];
    if (at + 1 < window.end && next !== BANG && next !== QUESTION) break;
    const end = findMarkupEnd(window, at);
    if (end < 0) return null;
    if (next === QUESTION) checkEncoding(window, bytes.toString('latin1', at, end));
    if (startsWith(window, at, CDATA)) {
      text += normalizeLineEnds(bytes.toString('utf8', at + CDATA.length, end - 3));
    }
    at = end;
  }
  if (at >= window.end && !ended) return null;
  window.position = at;
  return text;
}

/** The text of a run that holds no markup. */
export function decodeText(window: XmlWindow, raw: string): string {
  const text = decodeReferences(normalizeLineEnds(raw));
  if (text === null) throw window.fault('has an & that begins no known reference');
  return text;
}

/** The position after a comment, CDATA section or instruction; -1 when it is incomplete. */
function findMarkupEnd(window: XmlWindow, at: number): number {
  if (at + 1 >= window.end) return -1;
  if (window.bytes[at + 1] === QUESTION) return findAfter(window, INSTRUCTION_END, at + 2);
  if (startsWith(window, at, COMMENT)) return findAfter(window, COMMENT_END, at + COMMENT.length);
  if (startsWith(window, at, CDATA)) return findAfter(window, CDATA_END, at + CDATA.length);
  if (window.end - at < CDATA.length) return -1;
  throw window.fault('has a document type or other markup that workbooks may not have');
}

function startsWith(window: XmlWindow, at: number, expected: Buffer): boolean {
  if (at + expected.length > window.end) return false;
  return window.bytes.compare(expected, 0, expected.length, at, at + expected.length) === 0;
}

function findAfter(window: XmlWindow, sought: Buffer, from: number): number {
  const at = find(window, sought, from);
  return at < 0 ? -1 : at + sought.length;
}

/** Bytes past the window's end are remains of earlier chunks and do not count. */
function find(window: XmlWindow, sought: Buffer | number, from: number): number {
  return window.bytes.subarray(0, window.end).indexOf(sought, from);
}

function checkEncoding(window: XmlWindow, instruction: string): void {
  if (ENCODING.test(instruction)) {
    throw window.fault(`is not in UTF-8 (${quote(instruction)}): save it again as XLSX`);
  }
}

/** Text or an attribute's value with its references decoded; null where one is invalid. */
export function decodeReferences(raw: string): string | null {
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', from)) {
    const end = raw.indexOf(';', at);
    if (end < 0 || end - at - 1 > MAX_REFERENCE_LENGTH) return null;
    const name = raw.slice(at + 1, end);
    const decoded = NAMED.get(name) ?? decodeNumber(name);
    if (decoded === null) return null;
    text += raw.slice(from, at) + decoded;
    from = end + 1;
  }
  return from === 0 ? raw : text + raw.slice(from);
}

/** XML turns every line end into a single line feed before parsing. */
export function normalizeLineEnds(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/**
 * Spreadsheets write characters that XML cannot contain as `_x000D_`, and an underscore that would start
 * such an escape as `_x005F_` (ECMA-376 part 1, 22.9.2.19).
 */
export function decodeEscapes(text: string): string {
  const decoded = text.includes('_x')
    ? text.replace(ESCAPE, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return decoded.toWellFormed();
}

/**
 * Control characters and halves of surrogate pairs are forbidden in XML, but some Java libraries
 * write both: they are accepted unchanged.
 */
function decodeNumber(name: string): string | null {
  const [, decimal, hexadecimal] = NUMERIC.exec(name) ?? [];
  const digits = decimal ?? hexadecimal;
  if (digits === undefined) return null;
  const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : null;
}
