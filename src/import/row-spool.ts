import { deserialize, serialize } from 'node:v8';
import { ImportRefusal } from '../domain/errors.ts';
import { TemporaryFile } from './temporary-file.ts';

/** A row of a file that can be stored. */
export interface AcceptedRow<Content> {
  /** The sheet's own row number, or the line of a CSV. */
  number: number;
  idno: string;
  fingerprint: string;
  /** Of several rows with one IDNO the highest counts. */
  rank: number;
  content: Content;
}

/** Rows of one batch, and so of one write; it is also full at this many UTF-16 units of cells. */
const BATCH_ROWS = 250;
const BATCH_LENGTH = 2 ** 20;
/** 300,000 new rows take some 200 MB. */
const MAX_BYTES = 2 ** 32;

/**
 * Keeps the rows that differ from the store until all rows are read and the guards have decided, in
 * a temporary file without a name. A single batch stays in memory.
 */
export class RowSpool<Content> {
  readonly #folder: string;
  readonly #name: string;
  readonly #maxBytes: number;
  #file: TemporaryFile | null = null;
  #bytes = 0;
  /** Where each batch ends in the file. */
  readonly #batchEnds: number[] = [];
  /** The batch that is not full. */
  #rows: AcceptedRow<Content>[] = [];
  #length = 0;

  /** `name`: what the rows are called in a message. */
  constructor(folder: string, name: string, maxBytes = MAX_BYTES) {
    this.#folder = folder;
    this.#name = name;
    this.#maxBytes = maxBytes;
  }

  /** Throws ImportRefusal if the rows take more than the maximum or the file cannot be written. */
  add(row: AcceptedRow<Content>): void {
    this.#rows.push(row);
    this.#length += countLength(row.content);
    if (this.#rows.length >= BATCH_ROWS || this.#length >= BATCH_LENGTH) this.#writeBatch();
  }

  /** All rows in the order in which they were added. */
  *batches(): Generator<AcceptedRow<Content>[]> {
    let start = 0;
    for (const end of this.#batchEnds) {
      yield this.#readBatch(start, end);
      start = end;
    }
    if (this.#rows.length > 0) yield this.#rows;
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  #writeBatch(): void {
    const bytes = serialize(this.#rows);
    this.#rows = [];
    this.#length = 0;
    if (this.#bytes + bytes.length > this.#maxBytes) {
      throw new ImportRefusal(
        `the dump's new and changed rows take more than ${this.#maxBytes} bytes: ` +
          'divide the dump into files of fewer rows, and import each with --partial',
      );
    }
    this.#file ??= new TemporaryFile(this.#folder, this.#name);
    this.#file.append(bytes);
    this.#bytes += bytes.length;
    this.#batchEnds.push(this.#bytes);
  }

  #readBatch(position: number, end: number): AcceptedRow<Content>[] {
    if (this.#file === null) throw new Error('the spool is closed');
    const length = end - position;
    const bytes = Buffer.allocUnsafe(length);
    this.#file.read(bytes, { offset: 0, length, position });
    return deserialize(bytes);
  }
}

function countLength(content: unknown): number {
  let length = 0;
  for (const cell of Object.values(content ?? {})) {
    if (typeof cell === 'string') length += cell.length;
  }
  return length;
}
