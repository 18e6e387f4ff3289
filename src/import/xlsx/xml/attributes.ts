import { decodeReferences } from './text.ts';
import type { XmlWindow } from './window.ts';

const GREATER = 0x3e;
const LESS = 0x3c;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const MAX_ATTRIBUTES = 256;

/** The attributes of the last tag, as offsets in the window: valid until its next push. */
export class XmlAttributes {
  selfClosing = false;
  /** True when one of them may declare a namespace. */
  declaring = false;
  count = 0;
  /** For each: start and end of its name, start and end of its value. */
  readonly #spans = new Int32Array(4 * MAX_ATTRIBUTES);
  readonly #window: XmlWindow;

  constructor(window: XmlWindow) {
    this.#window = window;
  }

  /** Reads to the end of the tag; returns the position after it, or -1 when more is needed. */
  read(from: number): number {
    const { bytes, end } = this.#window;
    this.count = 0;
    this.declaring = false;
    let at = from;
    for (;;) {
      at = skipSpace(bytes, at, end);
      if (at >= end) return -1;
      if (bytes[at] === GREATER) {
        this.selfClosing = false;
        return at + 1;
      }
      if (bytes[at] === SLASH) {
        if (at + 1 >= end) return -1;
        if (bytes[at + 1] !== GREATER) throw this.#fault();
        this.selfClosing = true;
        return at + 2;
      }
      at = this.#readOne(bytes, at, end);
      if (at < 0) return -1;
    }
  }

  /** The index of the attribute with this plain name; -1 where the tag has no such attribute. */
  find(name: string): number {
    for (let index = 0; index < this.count; index++) {
      const start = this.nameStart(index);
      if (this.nameEnd(index) - start === name.length && this.#matches(start, name)) return index;
    }
    return -1;
  }

  nameStart(index: number): number {
    return this.#spans[4 * index] ?? 0;
  }

  nameEnd(index: number): number {
    return this.#spans[4 * index + 1] ?? 0;
  }

  valueStart(index: number): number {
    return this.#spans[4 * index + 2] ?? 0;
  }

  valueEnd(index: number): number {
    return this.#spans[4 * index + 3] ?? 0;
  }

  /** The decoded value, null where the tag has no such attribute. */
  get(name: string): string | null {
    const index = this.find(name);
    return index < 0 ? null : this.valueAt(index);
  }

  /** The same by the name after any prefix, for attributes that must have a prefix. */
  getPrefixed(local: string): string | null {
    for (let index = 0; index < this.count; index++) {
      if (this.nameAt(index).endsWith(`:${local}`)) return this.valueAt(index);
    }
    return null;
  }

  nameAt(index: number): string {
    return this.#window.bytes.toString('utf8', this.nameStart(index), this.nameEnd(index));
  }

  valueAt(index: number): string {
    const { bytes } = this.#window;
    const raw = bytes.toString('utf8', this.valueStart(index), this.valueEnd(index));
    // XML turns line ends and tabs in attribute values into spaces, unless they are references.
    const value = decodeReferences(raw.replace(/\r\n|[\r\n\t]/g, ' '));
    if (value === null) throw this.#fault();
    return value;
  }

  #readOne(bytes: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end && !isNameEnd(bytes[at])) at++;
    const nameEnd = at;
    at = skipSpace(bytes, at, end);
    if (at >= end) return -1;
    if (nameEnd === from || bytes[at] !== EQUALS) throw this.#fault();
    at = skipSpace(bytes, at + 1, end);
    if (at >= end) return -1;
    const quote = bytes[at];
    if (quote !== QUOTE && quote !== APOSTROPHE) throw this.#fault();
    const valueStart = at + 1;
    at = valueStart;
    while (at < end && bytes[at] !== quote) {
      if (bytes[at] === LESS) throw this.#fault();
      at++;
    }
    if (at >= end) return -1;
    this.#add(from, nameEnd, valueStart, at);
    return at + 1;
  }

  #add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.count >= MAX_ATTRIBUTES) throw this.#fault();
    const spans = this.#spans;
    const first = 4 * this.count++;
    spans[first] = nameStart;
    spans[first + 1] = nameEnd;
    spans[first + 2] = valueStart;
    spans[first + 3] = valueEnd;
    if (nameEnd - nameStart >= 5 && this.#matches(nameStart, 'xmlns')) this.declaring = true;
  }

  #matches(start: number, text: string): boolean {
    const { bytes } = this.#window;
    for (let at = 0; at < text.length; at++) {
      if (bytes[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #fault(): Error {
    return this.#window.fault('has a tag that is not XML: save it again as XLSX');
  }
}

export function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at])) at++;
  return at;
}

/** Whether the byte ends the name of a tag or attribute. */
export function isNameEnd(byte: number | undefined): boolean {
  return byte === EQUALS || byte === GREATER || byte === SLASH || byte === LESS || isSpace(byte);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
