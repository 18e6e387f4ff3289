import { isUtf8 } from 'node:buffer';
import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';
import { decodeReferences, normalizeLineEnds } from './xml-text.ts';

/** An element that a parser asks for, with the elements below it that it asks for. */
export interface OutlineNode {
  name: string;
  /** The namespaces of the part that the outline is for. */
  namespaces: readonly string[];
  /** 1 for the root. */
  depth: number;
  parent: OutlineNode | null;
  children: Map<string, OutlineNode>;
}

/** In transitional and in strict form (ECMA-376 part 1 and part 4, annex A). */
const SPREADSHEET_NAMESPACES = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
];

export function rootNode(name: string, namespaces = SPREADSHEET_NAMESPACES): OutlineNode {
  return { name, namespaces, depth: 1, parent: null, children: new Map() };
}

export function childNode(parent: OutlineNode, name: string): OutlineNode {
  const node = { ...parent, name, depth: parent.depth + 1, parent, children: new Map() };
  parent.children.set(name, node);
  return node;
}

/** The results of `next`: the next chunk is needed, or `node` was opened or closed. */
export const MORE = 0;
export const OPEN = 1;
const CLOSE = 2;
/** A step without a result for the caller. */
const SKIPPED = 3;

/** The longest text of an element in memory: a cell at its limit, in any notation. */
const MAX_TEXT_BYTES = 2 ** 23;
const MAX_NAME_BYTES = 1_024;
/** Attributes that list thousands of cell ranges are not rare. */
const MAX_TAG_BYTES = 2 ** 20;
const MAX_ATTRIBUTES = 256;
const MAX_DEPTH = 256;
const MAX_PREFIXES = 1_000;

/** What to do with a file that exceeds a limit. */
const OVER_LIMIT = 'divide it or correct the file';

const [LESS, GREATER, EQUALS, SLASH, BANG, QUESTION] = [0x3c, 0x3e, 0x3d, 0x2f, 0x21, 0x3f];
const [QUOTE, APOSTROPHE] = [0x22, 0x27];
const [INSTRUCTION, CDATA] = ['<?', '<![CDATA['];
/** How markup that is no tag begins and ends. */
const SECTIONS = [
  [INSTRUCTION, '?>'],
  ['<!--', '-->'],
  [CDATA, ']]>'],
] as const;
const ENCODING = /^<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-?8["']|us-ascii["'])/i;

/** Properties of a run of text, as bits. */
const ENDS_RUN = 1;
const NEEDS_DECODING = 2;
const UNDERSCORE = 4;
const BYTE_KINDS = new Uint8Array(256);
BYTE_KINDS[LESS] = ENDS_RUN;
BYTE_KINDS[0x26] = NEEDS_DECODING;
BYTE_KINDS[0x0d] = NEEDS_DECODING;
BYTE_KINDS[0x5f] = UNDERSCORE;

/** The namespaces that are declared for an element and those in it. */
interface Scope {
  outer: Scope | null;
  depth: number;
  /** For each prefix whether the outline's elements have its namespace; '' for plain names. */
  prefixes: ReadonlyMap<string, boolean>;
  /** The value for plain names, which most elements have. */
  isPlainWanted: boolean;
}

/** Plain names are wanted unless declared otherwise: hand-made files lack the declaration. */
const OUTERMOST: Scope = { outer: null, depth: 0, prefixes: new Map(), isPlainWanted: true };

/**
 * Steps through one XML part, pushed in chunks of any size, and stops only at the elements of an
 * outline. Elements of other namespaces are skipped with all that they contain. Tags must match;
 * for names and characters it is more lenient than XML.
 */
export class XmlCursor {
  /** The element that was opened or closed last. */
  node: OutlineNode;
  /** The part from a little before the current position. Ranges in it are valid until `push`. */
  bytes = Buffer.alloc(0);
  /** After `findAttribute`: the range of the attribute's value, before it is decoded. */
  valueStart = 0;
  valueEnd = 0;
  /** When a leaf was closed whose text `isPlain`: the range of this text. */
  textStart = 0;
  textEnd = 0;
  #textKinds = 0;
  /** The text of the open leaf before that range, decoded. */
  #keptText = '';

  readonly #label: string;
  /** `bytes` as Latin-1, one character for each byte, without an incomplete character at its end. */
  #markup = '';
  #position = 0;
  /** Bytes of the part before `bytes`. */
  #discarded = 0;

  /** For each attribute of the last tag: start and end of its name, start and end of its value. */
  readonly #spans = new Int32Array(4 * MAX_ATTRIBUTES);
  #attributeCount = 0;
  #declaresNamespace = false;
  #isSelfClosed = false;

  /** The names of the open elements as they stand in the file, `x:row`. */
  readonly #names: string[] = [];
  #hasSeenRoot = false;
  /** The innermost open element that belongs to the outline. */
  #innermost: OutlineNode | null = null;
  #scope = OUTERMOST;

  constructor(label: string, outline: OutlineNode) {
    this.#label = label;
    this.node = outline;
  }

  /** Drops the bytes that were read, and appends the chunk to the rest. */
  push(chunk: Uint8Array): void {
    const unread = this.bytes.subarray(this.#position);
    if (unread.length > MAX_TEXT_BYTES) {
      throw this.limitFault('has a text or tag that is far too long');
    }
    if (this.#innermost?.children.size === 0) this.#keepText();
    this.#discarded += this.#position;
    this.#position = 0;
    this.bytes = Buffer.concat([unread, chunk]);
    this.#decode(this.bytes.length - countIncomplete(this.bytes));
    if (this.#discarded === 0 && this.#markup.startsWith('\xef\xbb\xbf')) this.#position = 3;
  }

  /** Call this after the last chunk was read; throws FileFault if the document is incomplete. */
  finish(): void {
    this.#decode(this.bytes.length);
    const rest = this.#markup.slice(this.#position);
    if (this.#hasSeenRoot && this.#names.length === 0 && rest.trim() === '') return;
    throw this.fault('is incomplete XML');
  }

  /** MORE means that the next chunk must be pushed first. */
  next(): number {
    let token = SKIPPED;
    while (token === SKIPPED) token = this.#isSelfClosed ? this.#leave() : this.#step();
    return token;
  }

  /** When a leaf was closed: whether its bytes are the text itself, without escapes. */
  get isPlain(): boolean {
    return this.#keptText === '' && this.#textKinds === 0;
  }

  /** When a leaf was closed: its text without that of other elements in it. */
  get text(): string {
    return this.#keptText + this.#decodeRun();
  }

  /** Whether the element that was just opened has the attribute; sets the range of its value. */
  findAttribute(name: string): boolean {
    const spans = this.#spans;
    for (let at = 0; at < 4 * this.#attributeCount; at += 4) {
      const start = spans[at] ?? 0;
      if ((spans[at + 1] ?? 0) - start !== name.length) continue;
      if (!this.#markup.startsWith(name, start)) continue;
      this.valueStart = spans[at + 2] ?? 0;
      this.valueEnd = spans[at + 3] ?? 0;
      return true;
    }
    return false;
  }

  /** The value of the attribute, null where the element has none. */
  getAttribute(name: string): string | null {
    return this.findAttribute(name) ? this.attributeValue : null;
  }

  /** As `getAttribute`, by the name after any prefix, for attributes that must have a prefix. */
  getPrefixedAttribute(local: string): string | null {
    const name = this.#listAttributes().find((one) => one.endsWith(`:${local}`));
    return name === undefined ? null : this.getAttribute(name);
  }

  /** After `findAttribute`: the value. */
  get attributeValue(): string {
    const raw = this.bytes.toString('utf8', this.valueStart, this.valueEnd);
    // XML turns line ends and tabs in attribute values into spaces, unless they are references.
    const value = decodeReferences(raw.replace(/\r\n|[\r\n\t]/g, ' '));
    if (value === null) throw this.#tagFault();
    return value;
  }

  fault(what: string, remedy = 'fetch the file again, or save it again as XLSX'): FileFault {
    const at = this.#discarded + this.#position;
    return new FileFault(`${this.#label} ${what} (at byte ${at}): ${remedy}`);
  }

  /** The file may be whole, so to fetch it again would not help. */
  limitFault(what: string): FileFault {
    return this.fault(what, OVER_LIMIT);
  }

  #decode(end: number): void {
    if (!isUtf8(this.bytes.subarray(0, end))) {
      throw this.fault('is not in UTF-8');
    }
    this.#markup = this.bytes.toString('latin1', 0, end);
  }

  #step(): number {
    const at = this.#position;
    const rest = this.#markup.length - at;
    if (rest === 0) return MORE;
    if (this.bytes[at] !== LESS) return this.#readRun(at);
    if (rest === 1) return MORE;
    const next = this.bytes[at + 1];
    if (next === SLASH) return this.#readEndTag(at + 2);
    if (next === BANG || next === QUESTION) return this.#readSection(at);
    return this.#readStartTag(at + 1);
  }

  /** Reads text up to the next markup. */
  #readRun(from: number): number {
    const { bytes } = this;
    const end = this.#markup.length;
    let kinds = 0;
    let at = from;
    for (; at < end; at++) {
      const kind = BYTE_KINDS[bytes[at] ?? 0] ?? 0;
      if (kind === ENDS_RUN) break;
      kinds |= kind;
    }
    if (at === end) return MORE;
    this.#position = at;
    if (this.#names.length === 0) this.#refuseText(this.#markup.slice(from, at));
    if (!this.#isInLeaf) return SKIPPED;
    this.#keepText();
    this.#setRun(from, at, kinds);
    return SKIPPED;
  }

  /** Reads a comment, an instruction or a CDATA section. */
  #readSection(from: number): number {
    const markup = this.#markup;
    const section = SECTIONS.find(([opening]) => markup.startsWith(opening, from));
    if (section === undefined) {
      if (markup.length - from < CDATA.length) return MORE;
      throw this.fault('has a document type or other markup that workbooks may not have');
    }
    const [opening, closing] = section;
    const start = from + opening.length;
    const end = markup.indexOf(closing, start);
    if (end < 0) return MORE;
    this.#position = end + closing.length;
    const whole = markup.slice(from, this.#position);
    if (opening === INSTRUCTION && ENCODING.test(whole)) {
      throw this.fault(`is not in UTF-8 (${quote(whole)})`);
    }
    if (opening !== CDATA) return SKIPPED;
    const text = normalizeLineEnds(this.bytes.toString('utf8', start, end));
    if (this.#names.length === 0) this.#refuseText(text);
    if (this.#isInLeaf) {
      this.#keepText();
      this.#addText(text);
    }
    return SKIPPED;
  }

  /** The text of an element that has children in the outline is not wanted. */
  get #isInLeaf(): boolean {
    const node = this.#innermost;
    return node !== null && node.depth === this.#names.length && node.children.size === 0;
  }

  /** Decodes the last run of the leaf's text, because another follows or its bytes will be dropped. */
  #keepText(): void {
    if (this.textStart === this.textEnd) return;
    this.#addText(this.#decodeRun());
    this.#setRun(0, 0, 0);
  }

  #addText(text: string): void {
    this.#keptText += text;
    if (this.#keptText.length <= MAX_TEXT_BYTES) return;
    throw this.limitFault('has a text or tag that is far too long');
  }

  #setRun(start: number, end: number, kinds: number): void {
    this.textStart = start;
    this.textEnd = end;
    this.#textKinds = kinds;
  }

  #decodeRun(): string {
    const raw = this.bytes.toString('utf8', this.textStart, this.textEnd);
    if ((this.#textKinds & NEEDS_DECODING) === 0) return raw;
    const text = decodeReferences(normalizeLineEnds(raw));
    if (text === null) throw this.fault('has an & that begins no known reference');
    return text;
  }

  #refuseText(text: string): void {
    if (text.trim() !== '') throw this.fault('is not XML');
  }

  #readStartTag(from: number): number {
    const { bytes } = this;
    const end = this.#markup.length;
    let at = from;
    while (at < end && !isNameEnd(bytes[at])) at++;
    if (at === from && at < end) throw this.fault('has a tag without a name');
    const next = this.#readAttributes(at);
    if (at - from > MAX_NAME_BYTES || (next < 0 ? end : next) - from > MAX_TAG_BYTES) {
      throw this.limitFault('has a tag that is far too long');
    }
    if (next < 0) return MORE;
    this.#position = next;
    return this.#enter(this.#markup.slice(from, at));
  }

  /** Reads to the end of the tag; returns the position after it, or -1 when more is needed. */
  #readAttributes(from: number): number {
    const { bytes } = this;
    const end = this.#markup.length;
    this.#attributeCount = 0;
    this.#declaresNamespace = false;
    let at = from;
    for (;;) {
      at = skipSpace(bytes, at, end);
      if (at >= end) return -1;
      if (bytes[at] === GREATER) return at + 1;
      if (bytes[at] === SLASH) {
        if (at + 1 >= end) return -1;
        if (bytes[at + 1] !== GREATER) throw this.#tagFault();
        this.#isSelfClosed = true;
        return at + 2;
      }
      at = this.#readAttribute(at, end);
      if (at < 0) return -1;
    }
  }

  #readAttribute(from: number, end: number): number {
    const { bytes } = this;
    let at = from;
    while (at < end && !isNameEnd(bytes[at])) at++;
    const nameEnd = at;
    at = skipSpace(bytes, at, end);
    if (at >= end) return -1;
    if (nameEnd === from || bytes[at] !== EQUALS) throw this.#tagFault();
    at = skipSpace(bytes, at + 1, end);
    if (at >= end) return -1;
    const quoteSign = bytes[at];
    if (quoteSign !== QUOTE && quoteSign !== APOSTROPHE) throw this.#tagFault();
    const valueStart = at + 1;
    for (at = valueStart; at < end && bytes[at] !== quoteSign; at++) {
      if (bytes[at] === LESS) throw this.#tagFault();
    }
    if (at >= end) return -1;
    if (this.#attributeCount >= MAX_ATTRIBUTES) throw this.#tagFault();
    const span = 4 * this.#attributeCount++;
    this.#spans[span] = from;
    this.#spans[span + 1] = nameEnd;
    this.#spans[span + 2] = valueStart;
    this.#spans[span + 3] = at;
    if (nameEnd - from >= 5 && this.#markup.startsWith('xmlns', from)) {
      this.#declaresNamespace = true;
    }
    return at + 1;
  }

  #listAttributes(): string[] {
    return Array.from({ length: this.#attributeCount }, (_, index) =>
      this.#markup.slice(this.#spans[4 * index], this.#spans[4 * index + 1]),
    );
  }

  #enter(name: string): number {
    const depth = this.#names.push(name);
    if (depth > MAX_DEPTH) throw this.limitFault('is nested too deeply');
    if (depth === 1 && this.#hasSeenRoot) throw this.fault('has a second root');
    if (this.#declaresNamespace) this.#declareNamespaces(depth);
    const colon = name.indexOf(':');
    const scope = this.#scope;
    const isWanted = colon < 0 ? scope.isPlainWanted : scope.prefixes.get(name.slice(0, colon));
    if (isWanted === undefined) {
      throw this.fault(`has an undeclared prefix, ${quoteName(name.slice(0, colon))}`);
    }
    const node = isWanted ? this.#findChild(colon < 0 ? name : name.slice(colon + 1)) : undefined;
    if (node === undefined && depth === 1) {
      throw this.fault(`begins with ${quoteName(name)}, not ${quote(this.node.name)}`);
    }
    this.#hasSeenRoot = true;
    if (node === undefined) return SKIPPED;
    this.#keptText = '';
    this.#setRun(0, 0, 0);
    this.#innermost = node;
    this.node = node;
    return OPEN;
  }

  #findChild(name: string): OutlineNode | undefined {
    const depth = this.#names.length;
    if (depth === 1) return name === this.node.name ? this.node : undefined;
    return this.#innermost?.depth === depth - 1 ? this.#innermost.children.get(name) : undefined;
  }

  #readEndTag(from: number): number {
    const name = this.#names.at(-1);
    if (name === undefined) throw this.fault('closes a tag that is not open');
    const at = skipSpace(this.bytes, from + name.length, this.#markup.length);
    if (at >= this.#markup.length) return MORE;
    if (this.bytes[at] !== GREATER || !this.#markup.startsWith(name, from)) {
      throw this.fault(`does not close its ${quoteName(name)}`);
    }
    this.#position = at + 1;
    return this.#leave();
  }

  #leave(): number {
    const depth = this.#names.length;
    this.#isSelfClosed = false;
    this.#names.pop();
    if (this.#scope.depth === depth) this.#scope = this.#scope.outer ?? OUTERMOST;
    const node = this.#innermost;
    if (node?.depth !== depth) return SKIPPED;
    this.#innermost = node.parent;
    this.node = node;
    return CLOSE;
  }

  #declareNamespaces(depth: number): void {
    const prefixes = new Map(this.#scope.prefixes);
    for (const name of this.#listAttributes()) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const isWanted = this.node.namespaces.includes(this.getAttribute(name) ?? '');
      prefixes.set(name.slice('xmlns:'.length), isWanted);
      if (prefixes.size > MAX_PREFIXES || name.length > MAX_NAME_BYTES) {
        throw this.limitFault('declares far too many namespaces');
      }
    }
    const isPlainWanted = prefixes.get('') ?? true;
    this.#scope = { outer: this.#scope, depth, prefixes, isPlainWanted };
  }

  #tagFault(): FileFault {
    return this.fault('has a tag that is not XML');
  }
}

function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at])) at++;
  return at;
}

/** Whether the byte ends the name of a tag or attribute. */
function isNameEnd(byte: number | undefined): boolean {
  return byte === EQUALS || byte === GREATER || byte === SLASH || byte === LESS || isSpace(byte);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The name without its prefix, for a message. */
function quoteName(latin1: string): string {
  const local = latin1.slice(latin1.indexOf(':') + 1);
  return quote(Buffer.from(local, 'latin1').toString());
}

/** The number of bytes at the end that begin a character which the next chunk completes. */
function countIncomplete(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
