import { closeSync } from 'node:fs';
import {
  appendBytes,
  openTemporaryFile,
  readBytesAt,
  type TemporaryFile,
} from '../temporary-file.ts';

/**
 * Strings are grouped in blocks. In the file a block is the UTF-8 text of its strings, followed by
 * the end of each as a 32-bit offset from the block's start. Only the starts of the blocks stay in
 * memory. A block is read as a whole: most strings are used in their order, once.
 */
const BLOCK_STRINGS = 128;
const BLOCK_TABLE_BYTES = 4 * BLOCK_STRINGS;

/** Strings by number. */
interface StringsFile extends TemporaryFile {
  count: number;
  /** The start of each block, and the end of the last one. */
  blockStarts: number[];
}

const WRITE_BYTES = 2 ** 18;
/**
 * 8 MiB in all at most. Strings are numbered in the order in which rows first use them, so that
 * a window of some 16,000 strings before the current row answers nearly all uses.
 */
const CACHE_BLOCKS = 128;
const CACHED_BLOCK_BYTES = 65_536;

/** Writes strings in their order, each in one or more pieces. */
export class TemporaryStringsWriter {
  readonly file: StringsFile;
  /** Bytes of the current string so far. */
  length = 0;
  readonly #buffer = Buffer.allocUnsafe(WRITE_BYTES);
  #used = 0;
  #written = 0;
  #blockLength = 0;
  readonly #ends = new Uint32Array(BLOCK_STRINGS);

  constructor(folder: string) {
    const file = openTemporaryFile(folder, "the workbook's strings");
    this.file = { ...file, count: 0, blockStarts: [0] };
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.length += length;
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
    const { file } = this;
    this.#blockLength += this.length;
    this.length = 0;
    this.#ends[file.count % BLOCK_STRINGS] = this.#blockLength;
    file.count++;
    if (file.count % BLOCK_STRINGS === 0) this.#endBlock();
  }

  finish(): StringsFile {
    if (this.file.count % BLOCK_STRINGS !== 0) this.#endBlock();
    this.#flush();
    return this.file;
  }

  #endBlock(): void {
    const table = Buffer.from(this.#ends.buffer);
    this.append(table, 0, table.length);
    this.length = 0;
    this.#blockLength = 0;
    this.file.blockStarts.push(this.#written + this.#used);
  }

  #flush(): void {
    const used = this.#used;
    this.#used = 0;
    this.#write(this.#buffer.subarray(0, used));
  }

  #write(bytes: Uint8Array): void {
    appendBytes(this.file, bytes);
    this.#written += bytes.length;
  }
}

/** Reads strings by number; a fixed number of the file's blocks is cached in memory. */
export class TemporaryStrings {
  readonly #file: StringsFile;
  readonly #blocks: Buffer;
  /** The block in each slot of the cache. */
  readonly #cached: Int32Array;

  /** For a file that is written completely. */
  constructor(file: StringsFile) {
    const slots = Math.min(CACHE_BLOCKS, file.blockStarts.length);
    this.#file = file;
    this.#blocks = Buffer.allocUnsafe(slots * CACHED_BLOCK_BYTES);
    this.#cached = new Int32Array(slots).fill(-1);
  }

  get count(): number {
    return this.#file.count;
  }

  /** Null where there is no string with this number. */
  get(index: number): string | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.#file.count) return null;
    const block = Math.floor(index / BLOCK_STRINGS);
    const inBlock = index % BLOCK_STRINGS;
    const blockStart = this.#file.blockStarts[block] ?? 0;
    const blockBytes = (this.#file.blockStarts[block + 1] ?? 0) - blockStart;
    if (blockBytes > CACHED_BLOCK_BYTES) return this.#readLong(blockStart, blockBytes, inBlock);
    const slot = block % this.#cached.length;
    const base = slot * CACHED_BLOCK_BYTES;
    if (this.#cached[slot] !== block) {
      this.#cached[slot] = -1;
      this.#read(this.#blocks, base, blockBytes, blockStart);
      this.#cached[slot] = block;
    }
    const table = base + blockBytes - BLOCK_TABLE_BYTES;
    const start = inBlock === 0 ? 0 : this.#blocks.readUInt32LE(table + 4 * (inBlock - 1));
    const end = this.#blocks.readUInt32LE(table + 4 * inBlock);
    return this.#blocks.toString('utf8', base + start, base + end);
  }

  close(): void {
    closeSync(this.#file.descriptor);
  }

  /** A block with a very long string is not cached: only the one string is read. */
  #readLong(blockStart: number, blockBytes: number, inBlock: number): string {
    const table = Buffer.allocUnsafe(BLOCK_TABLE_BYTES);
    this.#read(table, 0, table.length, blockStart + blockBytes - BLOCK_TABLE_BYTES);
    const start = inBlock === 0 ? 0 : table.readUInt32LE(4 * (inBlock - 1));
    const text = Buffer.allocUnsafe(table.readUInt32LE(4 * inBlock) - start);
    this.#read(text, 0, text.length, blockStart + start);
    return text.toString('utf8');
  }

  #read(into: Buffer, offset: number, length: number, position: number): void {
    readBytesAt(this.#file, into, { offset, length, position });
  }
}
