import { closeSync, readSync } from 'node:fs';
import { BLOCK_STRINGS, BLOCK_TABLE_BYTES, type StringFile } from './string-file.ts';

/**
 * 8 MiB in all at most. Strings are numbered in the order in which rows first use them, so that
 * a window of some 16,000 strings behind the row at hand answers nearly all uses.
 */
const CACHE_BLOCKS = 1_024;
const CACHED_BLOCK_BYTES = 8_192;

/** Reads strings by number; of the file's blocks it holds a fixed number in memory. */
export class StringCache {
  readonly #file: StringFile;
  readonly #blocks: Buffer;
  /** Which block each place of the cache holds. */
  readonly #cached: Int32Array;

  /** The file must be finished. */
  constructor(file: StringFile) {
    const places = Math.min(CACHE_BLOCKS, file.blockStarts.length);
    this.#file = file;
    this.#blocks = Buffer.allocUnsafe(places * CACHED_BLOCK_BYTES);
    this.#cached = new Int32Array(places).fill(-1);
  }

  get count(): number {
    return this.#file.count;
  }

  /** Null where there is no string of this number. */
  get(index: number): string | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.#file.count) return null;
    const block = Math.floor(index / BLOCK_STRINGS);
    const inBlock = index % BLOCK_STRINGS;
    const blockStart = this.#file.blockStarts[block] ?? 0;
    const blockBytes = (this.#file.blockStarts[block + 1] ?? 0) - blockStart;
    if (blockBytes > CACHED_BLOCK_BYTES) return this.#readLong(blockStart, blockBytes, inBlock);
    const place = block % this.#cached.length;
    const base = place * CACHED_BLOCK_BYTES;
    if (this.#cached[place] !== block) {
      this.#cached[place] = -1;
      this.#read(this.#blocks, base, blockBytes, blockStart);
      this.#cached[place] = block;
    }
    const table = base + blockBytes - BLOCK_TABLE_BYTES;
    const start = inBlock === 0 ? 0 : this.#blocks.readUInt32LE(table + 4 * (inBlock - 1));
    const end = this.#blocks.readUInt32LE(table + 4 * inBlock);
    return this.#blocks.toString('utf8', base + start, base + end);
  }

  close(): void {
    closeSync(this.#file.descriptor);
  }

  /** A block with a very long string is not kept: only the one string is read. */
  #readLong(blockStart: number, blockBytes: number, inBlock: number): string {
    const table = Buffer.allocUnsafe(BLOCK_TABLE_BYTES);
    this.#read(table, 0, table.length, blockStart + blockBytes - BLOCK_TABLE_BYTES);
    const start = inBlock === 0 ? 0 : table.readUInt32LE(4 * (inBlock - 1));
    const text = Buffer.allocUnsafe(table.readUInt32LE(4 * inBlock) - start);
    this.#read(text, 0, text.length, blockStart + start);
    return text.toString('utf8');
  }

  #read(into: Buffer, offset: number, length: number, position: number): void {
    for (let done = 0; done < length; ) {
      const read = readSync(
        this.#file.descriptor,
        into,
        offset + done,
        length - done,
        position + done,
      );
      if (read === 0) throw new Error('the temporary file of strings is shorter than written');
      done += read;
    }
  }
}
