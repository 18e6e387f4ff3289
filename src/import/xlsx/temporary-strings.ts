import { TemporaryFile } from '../temporary-file.ts';

/**
 * Strings are grouped in blocks. In the file a block is the UTF-8 text of its strings, followed by
 * the end of each as a 32-bit offset from the block's start. Only the starts of the blocks stay in
 * memory. A block is read as a whole: most strings are used in their order, once.
 */
const BLOCK_STRINGS = 128;
const BLOCK_TABLE_BYTES = 4 * BLOCK_STRINGS;

const WRITE_BYTES = 2 ** 18;
/**
 * 8 MiB in all at most. Strings are numbered in the order in which rows first use them, so that
 * a window of some 16,000 strings before the current row answers nearly all uses.
 */
const CACHE_BLOCKS = 128;
const CACHED_BLOCK_BYTES = 65_536;

/**
 * Strings by number, in a temporary file. They are written first, in their order, each in one or
 * more pieces; after `finish` they are read, with a fixed number of blocks cached in memory.
 */
export class TemporaryStrings {
  count = 0;
  readonly #file;
  /** The start of each block, and the end of the last one. */
  readonly #blockStarts = [0];
  /** What is not written yet; after `finish` the cached blocks. */
  #buffer = Buffer.allocUnsafe(WRITE_BYTES);
  #used = 0;
  #written = 0;
  #stringStart = 0;
  readonly #ends = new Uint32Array(BLOCK_STRINGS);
  /** The block in each slot of the cache. */
  #cached = new Int32Array(0);

  constructor(folder: string) {
    this.#file = new TemporaryFile(folder, "the workbook's strings");
  }

  /** Bytes of the current string so far. */
  get length(): number {
    return this.#written + this.#used - this.#stringStart;
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > WRITE_BYTES - this.#used) this.#flush();
    if (length > WRITE_BYTES) {
      this.#write(bytes.subarray(start, end));
      return;
    }
    const buffer = this.#buffer;
    const shift = this.#used - start;
    for (let at = start; at < end; at++) buffer[at + shift] = bytes[at] ?? 0;
    this.#used += length;
  }

  endString(): void {
    this.#stringStart += this.length;
    const blockStart = this.#blockStarts.at(-1) ?? 0;
    this.#ends[this.count % BLOCK_STRINGS] = this.#stringStart - blockStart;
    this.count++;
    if (this.count % BLOCK_STRINGS === 0) this.#endBlock();
  }

  /** Call this after the last string, and before any is read. */
  finish(): void {
    if (this.count % BLOCK_STRINGS !== 0) this.#endBlock();
    this.#flush();
    const slots = Math.min(CACHE_BLOCKS, this.#blockStarts.length);
    this.#buffer = Buffer.allocUnsafe(slots * CACHED_BLOCK_BYTES);
    this.#cached = new Int32Array(slots).fill(-1);
  }

  /** Null where there is no string with this number. */
  get(index: number): string | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return null;
    const block = Math.floor(index / BLOCK_STRINGS);
    const inBlock = index % BLOCK_STRINGS;
    const blockStart = this.#blockStarts[block] ?? 0;
    const blockBytes = (this.#blockStarts[block + 1] ?? 0) - blockStart;
    if (blockBytes > CACHED_BLOCK_BYTES) return this.#readLong(blockStart, blockBytes, inBlock);
    const slot = block % this.#cached.length;
    const base = slot * CACHED_BLOCK_BYTES;
    if (this.#cached[slot] !== block) {
      this.#cached[slot] = -1;
      this.#file.read(this.#buffer, { offset: base, length: blockBytes, position: blockStart });
      this.#cached[slot] = block;
    }
    const [start, end] = readRange(this.#buffer, base + blockBytes - BLOCK_TABLE_BYTES, inBlock);
    return this.#buffer.toString('utf8', base + start, base + end);
  }

  close(): void {
    this.#file.close();
  }

  #endBlock(): void {
    const table = Buffer.from(this.#ends.buffer);
    this.append(table, 0, table.length);
    this.#stringStart += table.length;
    this.#blockStarts.push(this.#stringStart);
  }

  #flush(): void {
    const used = this.#used;
    this.#used = 0;
    this.#write(this.#buffer.subarray(0, used));
  }

  #write(bytes: Uint8Array): void {
    this.#file.append(bytes);
    this.#written += bytes.length;
  }

  /** A block with a very long string is not cached: only the one string is read. */
  #readLong(blockStart: number, blockBytes: number, inBlock: number): string {
    const table = Buffer.allocUnsafe(BLOCK_TABLE_BYTES);
    const tableAt = blockStart + blockBytes - table.length;
    this.#file.read(table, { offset: 0, length: table.length, position: tableAt });
    const [start, end] = readRange(table, 0, inBlock);
    const text = Buffer.allocUnsafe(end - start);
    this.#file.read(text, { offset: 0, length: text.length, position: blockStart + start });
    return text.toString('utf8');
  }
}

/** Start and end of a string in its block, whose table of ends is at this position. */
function readRange(bytes: Buffer, table: number, inBlock: number): [start: number, end: number] {
  const end = bytes.readUInt32LE(table + 4 * inBlock);
  return [inBlock === 0 ? 0 : bytes.readUInt32LE(table + 4 * (inBlock - 1)), end];
}
