import { isUtf8 } from 'node:buffer';
import { FileFault } from '../../../domain/errors.ts';

/** The longest run of text in memory: a cell at its limit, in any notation. */
const MAX_TOKEN_BYTES = 2 ** 23;
const START_BYTES = 2 ** 17;

/** The bytes of one part that are not parsed yet; all of them are checked to be UTF-8. */
export class XmlWindow {
  bytes: Buffer = Buffer.allocUnsafe(START_BYTES);
  /** Unread are [position, end). */
  position = 0;
  end = 0;
  #discarded = 0;
  #checked = 0;
  readonly #label: string;

  constructor(label: string) {
    this.#label = label;
  }

  /** Drops the bytes that were read, and appends the chunk to the rest. */
  push(chunk: Uint8Array): void {
    const unread = this.end - this.position;
    if (unread > MAX_TOKEN_BYTES) throw this.fault('has a text or tag that is far too long');
    const bytes = this.#makeRoom(unread + chunk.length);
    this.bytes.copy(bytes, 0, this.position, this.end);
    this.bytes = bytes;
    this.#discarded += this.position;
    this.#checked -= this.position;
    this.position = 0;
    bytes.set(chunk, unread);
    this.end = unread + chunk.length;
    this.#checkUtf8(this.end - countIncomplete(bytes, this.#checked, this.end));
    if (this.#discarded === 0) this.#skipByteOrderMark();
  }

  /** To be called when nothing more will be pushed. */
  finish(): void {
    this.#checkUtf8(this.end);
  }

  fault(what: string): FileFault {
    return new FileFault(`${this.#label} ${what} (at byte ${this.#discarded + this.position})`);
  }

  #makeRoom(needed: number): Buffer {
    if (needed <= this.bytes.length) return this.bytes;
    return Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
  }

  #checkUtf8(end: number): void {
    if (!isUtf8(this.bytes.subarray(this.#checked, end))) {
      throw this.fault('is not in UTF-8: save it again as XLSX');
    }
    this.#checked = end;
  }

  #skipByteOrderMark(): void {
    const { bytes } = this;
    if (this.end < 3 || bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return;
    this.position = 3;
  }
}

/** The number of bytes at the end that begin a character which the next chunk completes. */
function countIncomplete(bytes: Uint8Array, from: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= from; back++) {
    const byte = bytes[end - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
