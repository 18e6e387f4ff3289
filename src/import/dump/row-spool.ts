import { closeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { mapColumns, REGISTER_COLUMNS, type RegisterRow } from '../../domain/company/company.ts';
import { ImportRefusal } from '../../domain/errors.ts';
import {
  appendBytes,
  openTemporaryFile,
  readBytesAt,
  type TemporaryFile,
} from '../temporary-file.ts';

/** A row of the dump that differs from what the store has. */
export interface SpooledRow {
  number: number;
  idno: string;
  fingerprint: string;
  row: RegisterRow;
}

/** Rows of one batch, and so of one write; it is also full at this many UTF-16 units of cells. */
const BATCH_ROWS = 250;
const BATCH_LENGTH = 2 ** 20;
/** 300,000 new rows take some 135 MB. */
const MAX_BYTES = 2 ** 32;
const REGISTER_ROWS = 'the rows of the dump';

/**
 * Keeps the rows that differ from the store until all rows are read and the guards have decided, in
 * a temporary file without a name. A single batch stays in memory.
 */
export class RowSpool {
  readonly #folder: string;
  readonly #maxBytes: number;
  #file: TemporaryFile | null = null;
  #bytes = 0;
  /** Where each batch ends in the file. */
  readonly #batchEnds: number[] = [];
  /** The batch that is not full. */
  #rows: SpooledRow[] = [];
  #length = 0;

  constructor(folder: string, maxBytes = MAX_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Throws ImportRefusal if the rows take more than the maximum or the file cannot be written. */
  add(spooled: SpooledRow): void {
    this.#rows.push(spooled);
    this.#length += countLength(spooled.row);
    if (this.#rows.length >= BATCH_ROWS || this.#length >= BATCH_LENGTH) this.#writeBatch();
  }

  /** All rows in the order in which they were added. */
  *batches(): Generator<SpooledRow[]> {
    let start = 0;
    for (const end of this.#batchEnds) {
      yield this.#readBatch(start, end);
      start = end;
    }
    if (this.#rows.length > 0) yield this.#rows;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file.descriptor);
    this.#file = null;
  }

  #writeBatch(): void {
    const bytes = serialize(this.#rows.map(pack));
    this.#rows = [];
    this.#length = 0;
    if (this.#bytes + bytes.length > this.#maxBytes) {
      throw new ImportRefusal(
        `the dump's new and changed rows take more than ${this.#maxBytes} bytes: ` +
          'divide the dump into files of fewer rows, and import each with --partial',
      );
    }
    this.#file ??= openTemporaryFile(this.#folder, REGISTER_ROWS);
    appendBytes(this.#file, bytes);
    this.#bytes += bytes.length;
    this.#batchEnds.push(this.#bytes);
  }

  #readBatch(position: number, end: number): SpooledRow[] {
    if (this.#file === null) throw new Error('the spool is closed');
    const length = end - position;
    const bytes = Buffer.allocUnsafe(length);
    readBytesAt(this.#file, bytes, { offset: 0, length, position });
    const packed: PackedRow[] = deserialize(bytes);
    return packed.map(unpack);
  }
}

function countLength(row: RegisterRow): number {
  let length = 0;
  for (const cell of Object.values(row)) length += cell?.length ?? 0;
  return length;
}

type PackedRow = [number: number, idno: string, fingerprint: string, ...(string | null)[]];

/** Without the names of the columns, which `serialize` would repeat in each row. */
function pack({ number, idno, fingerprint, row }: SpooledRow): PackedRow {
  return [number, idno, fingerprint, ...REGISTER_COLUMNS.map((column) => row[column])];
}

function unpack([number, idno, fingerprint, ...cells]: PackedRow): SpooledRow {
  const row = mapColumns((_, place) => cells[place] ?? null);
  return { number, idno, fingerprint, row };
}
