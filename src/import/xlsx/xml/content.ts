import { quote } from '../../quote.ts';
import { decodeReferences, normalizeLineEnds } from './text.ts';
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

/**
 * Reads what stands between two tags when it is more than plain text: references, CDATA sections,
 * comments and instructions. Returns the text, and moves the window's position to the next tag;
 * null, with the position unmoved, when more bytes are needed.
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

/** The position after a comment, CDATA section or instruction; -1 when it is not all there. */
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

/** Bytes past the window's end are left over from earlier and don't count. */
function find(window: XmlWindow, sought: Buffer | number, from: number): number {
  return window.bytes.subarray(0, window.end).indexOf(sought, from);
}

function checkEncoding(window: XmlWindow, instruction: string): void {
  if (ENCODING.test(instruction)) {
    throw window.fault(`is not in UTF-8 (${quote(instruction)}): save it again as XLSX`);
  }
}
