import { quote } from '../../quote.ts';
import { isNameEnd, skipSpace, XmlAttributes } from './attributes.ts';
import { matches, OpenElements, XmlNames } from './open-elements.ts';
import type { OutlineNode } from './outline.ts';
import { decodeText, readContent } from './text.ts';
import { XmlWindow } from './window.ts';

/** The results of `next`. */
export const MORE = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;
/** A step without a result for the caller. */
const SKIPPED = 4;

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const MAX_NAME_BYTES = 1_024;
/** Attributes that list thousands of cell ranges are not rare. */
const MAX_TAG_BYTES = 2 ** 20;

/** Properties of a run of text, as bits. */
const ENDS_RUN = 1;
const NEEDS_DECODING = 2;
const UNDERSCORE = 4;
const BYTE_KINDS = new Uint8Array(256);
BYTE_KINDS[LESS] = ENDS_RUN;
BYTE_KINDS[0x26] = NEEDS_DECODING;
BYTE_KINDS[0x0d] = NEEDS_DECODING;
BYTE_KINDS[0x5f] = UNDERSCORE;

/**
 * Steps through one XML part, pushed in chunks of any size, and stops only at the elements of an
 * outline and at the text of its leaves. Elements of other namespaces are skipped with all that
 * they contain. Tags must match; for names and characters it is more lenient than XML.
 */
export class XmlCursor {
  /** The element that the last OPEN, CLOSE or TEXT belongs to. */
  node: OutlineNode;
  readonly window: XmlWindow;
  readonly attributes: XmlAttributes;
  /** After TEXT: the range of its bytes, unless it had to be decoded at once. */
  textStart = 0;
  textEnd = 0;
  #textKinds = 0;
  #decoded: string | null = null;
  readonly #open: OpenElements;
  #ended = false;
  #selfClosed = false;
  readonly #names = new XmlNames();

  constructor(label: string, outline: OutlineNode, namespaces: Iterable<string>) {
    this.window = new XmlWindow(label);
    this.attributes = new XmlAttributes(this.window);
    this.node = outline;
    this.#open = new OpenElements(this.window, outline, namespaces);
  }

  push(chunk: Uint8Array): void {
    this.window.push(chunk);
  }

  /** To be called after the last chunk was read; throws FileFault if the document is incomplete. */
  finish(): void {
    this.window.finish();
    this.#ended = true;
    const { window } = this;
    const isRead = this.next() === MORE && window.position === window.end;
    if (isRead && this.#open.seenRoot && this.#open.depth === 0) return;
    throw window.fault('is incomplete XML: fetch the file again');
  }

  /** MORE means that the next chunk must be pushed first. */
  next(): number {
    let token = SKIPPED;
    while (token === SKIPPED) token = this.#selfClosed ? this.#leave() : this.#step();
    return token;
  }

  /** After TEXT: whether its bytes in the window are the text itself, without escapes. */
  get isPlain(): boolean {
    return this.#decoded === null && this.#textKinds === 0;
  }

  /** After TEXT: the decoded text. */
  get text(): string {
    if (this.#decoded !== null) return this.#decoded;
    const raw = this.window.bytes.toString('utf8', this.textStart, this.textEnd);
    return (this.#textKinds & NEEDS_DECODING) === 0 ? raw : decodeText(this.window, raw);
  }

  #step(): number {
    const { bytes, position, end } = this.window;
    if (position >= end) return MORE;
    if (bytes[position] !== LESS) return this.#readText(position);
    if (position + 1 >= end) return MORE;
    const next = bytes[position + 1];
    if (next === SLASH) return this.#readEndTag(position + 2);
    if (next === BANG || next === QUESTION) return this.#readMixed();
    return this.#readStartTag(position + 1);
  }

  #readText(from: number): number {
    const { bytes, end } = this.window;
    let kinds = 0;
    let at = from;
    for (; at < end; at++) {
      const kind = BYTE_KINDS[bytes[at] ?? 0] ?? 0;
      if (kind === ENDS_RUN) break;
      kinds |= kind;
    }
    if (at + 1 >= end && !this.#ended) return MORE;
    const next = bytes[at + 1];
    if (next === BANG || next === QUESTION || this.#open.depth === 0) return this.#readMixed();
    this.window.position = at;
    this.textStart = from;
    this.textEnd = at;
    this.#textKinds = kinds;
    this.#decoded = null;
    return this.#showText();
  }

  #readMixed(): number {
    const text = readContent(this.window, this.#ended);
    if (text === null) return MORE;
    if (this.#open.depth === 0 && text.trim() !== '') throw this.window.fault('is not XML');
    this.#decoded = text;
    return text === '' ? SKIPPED : this.#showText();
  }

  #showText(): number {
    const { leaf } = this.#open;
    if (leaf === null) return SKIPPED;
    this.node = leaf;
    return TEXT;
  }

  #readStartTag(from: number): number {
    const { bytes, end } = this.window;
    let at = from;
    while (at < end && !isNameEnd(bytes[at])) at++;
    if (at === from && at < end) throw this.window.fault('has a tag without a name');
    const next = at < end ? this.attributes.read(at) : -1;
    if (at - from > MAX_NAME_BYTES || (next < 0 ? end : next) - from > MAX_TAG_BYTES) {
      throw this.window.fault('has a tag that is far too long');
    }
    if (next < 0) return MORE;
    const name = this.#names.read(bytes, from, at);
    this.window.position = next;
    this.#selfClosed = this.attributes.selfClosing;
    const node = this.#open.enter(name, this.attributes);
    if (node === null) return SKIPPED;
    this.node = node;
    return OPEN;
  }

  #readEndTag(from: number): number {
    const { bytes, end } = this.window;
    const name = this.#open.innermost;
    if (name === undefined) throw this.window.fault('closes a tag that is not open');
    const nameEnd = from + name.bytes.length;
    const at = skipSpace(bytes, nameEnd, end);
    if (at >= end) return MORE;
    if (bytes[at] !== GREATER || !matches(bytes, from, nameEnd, name.bytes)) {
      throw this.window.fault(`does not close its ${quote(name.local)}: save it again as XLSX`);
    }
    this.window.position = at + 1;
    return this.#leave();
  }

  #leave(): number {
    this.#selfClosed = false;
    const node = this.#open.leave();
    if (node === null) return SKIPPED;
    this.node = node;
    return CLOSE;
  }
}
