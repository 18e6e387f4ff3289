import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { FileFault } from '../../domain/errors.ts';

/**
 * Strings are grouped in blocks. In the file a block is the UTF-8 text of its strings, then where
 * each of them ends, as 32-bit numbers counted from the block's start. Only the blocks' starts
 * stay in memory: half a byte for each string.
 */
export const BLOCK_STRINGS = 16;
export const BLOCK_TABLE_BYTES = 4 * BLOCK_STRINGS;

/** Strings by number, kept in a temporary file that has no name any more. */
export interface StringFile {
  descriptor: number;
  count: number;
  /** Where each block starts, and where the last one ends. */
  blockStarts: number[];
}

const WRITE_BYTES = 2 ** 18;

/** Takes strings in their order, each in one or more pieces. */
export class StringFileWriter {
  readonly file: StringFile;
  /** Bytes of the string at hand so far. */
  length = 0;
  readonly #folder: string;
  readonly #buffer = Buffer.allocUnsafe(WRITE_BYTES);
  #used = 0;
  #written = 0;
  #blockLength = 0;
  readonly #ends = new Uint32Array(BLOCK_STRINGS);

  constructor(folder: string) {
    this.#folder = folder;
    this.file = { descriptor: openUnnamed(folder), count: 0, blockStarts: [0] };
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

  finish(): StringFile {
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
    for (let at = 0; at < bytes.length; ) {
      try {
        at += writeSync(this.file.descriptor, bytes, at);
      } catch (error) {
        throw toSpillFault(this.#folder, error);
      }
    }
    this.#written += bytes.length;
  }
}

/** Removed as soon as it is open, so that nothing stays behind however the process ends. */
function openUnnamed(parent: string): number {
  try {
    const folder = mkdtempSync(join(parent, 'registru-'));
    const descriptor = openSync(join(folder, 'strings'), 'wx+', 0o600);
    rmSync(folder, { recursive: true });
    return descriptor;
  } catch (error) {
    throw toSpillFault(parent, error);
  }
}

function toSpillFault(folder: string, error: unknown): FileFault {
  const reason = error instanceof Error && 'code' in error ? error.code : error;
  return new FileFault(
    `the workbook's strings can't be written to ${folder} (${reason}): ` +
      'free some space there, or name another folder in TMPDIR',
  );
}
