import { closeSync } from 'node:fs';
import type { RegisterRow } from '../../domain/company/company.ts';
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
const BATCH_LENGTH = 2 ** 17;
/** An IDNO begins with 1 and the year of registration, and nine more digits follow. */
const GROUPS = 16;
const DIGITS_AFTER_YEAR = 9;
/** 300,000 new rows take some 110 MB. */
const MAX_BYTES = 2 ** 32;
const REGISTER_ROWS = 'the rows of the dump';

/** Rows whose IDNOs are near each other. */
interface Group {
  /** The batch that is not full. */
  rows: SpooledRow[];
  length: number;
  /** Where the full ones are in the file. */
  batches: { start: number; end: number }[];
}

/**
 * Keeps the rows that differ from the store until all rows are read and the guards have decided, in
 * a temporary file without a name; those of no full batch stay in memory. Returns them by groups of
 * near IDNOs: written so, the index of IDNOs takes a third less processor time than in any order.
 */
export class RowSpool {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #groups: readonly Group[];
  #file: TemporaryFile | null = null;
  #bytes = 0;

  constructor(folder: string, maxBytes = MAX_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#groups = Array.from({ length: GROUPS }, () => ({ rows: [], length: 0, batches: [] }));
  }

  /** Throws ImportRefusal if the rows take more than the maximum or the file cannot be written. */
  add(spooled: SpooledRow): void {
    const group = this.#findGroup(spooled.idno);
    group.rows.push(spooled);
    group.length += countLength(spooled.row);
    if (group.rows.length >= BATCH_ROWS || group.length >= BATCH_LENGTH) this.#writeBatch(group);
  }

  /** All rows; those with one IDNO in the order in which they were added. */
  *batches(): Generator<SpooledRow[]> {
    for (const { batches } of this.#groups) {
      for (const { start, end } of batches) yield this.#readBatch(start, end);
    }
    const others = this.#groups.flatMap(({ rows }) => rows);
    for (let from = 0; from < others.length; from += BATCH_ROWS) {
      yield others.slice(from, from + BATCH_ROWS);
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file.descriptor);
    this.#file = null;
  }

  #findGroup(idno: string): Group {
    const group = this.#groups[Number(idno.slice(0, -DIGITS_AFTER_YEAR)) % GROUPS];
    if (group === undefined) throw new Error(`${idno} is not an IDNO`);
    return group;
  }

  #writeBatch(group: Group): void {
    const bytes = Buffer.from(JSON.stringify(group.rows.map(pack)));
    group.rows = [];
    group.length = 0;
    if (this.#bytes + bytes.length > this.#maxBytes) {
      throw new ImportRefusal(
        `the dump's new and changed rows take more than ${this.#maxBytes} bytes: ` +
          'divide the dump into files of fewer rows, and import each with --partial',
      );
    }
    this.#file ??= openTemporaryFile(this.#folder, REGISTER_ROWS);
    appendBytes(this.#file, bytes);
    group.batches.push({ start: this.#bytes, end: this.#bytes + bytes.length });
    this.#bytes += bytes.length;
  }

  #readBatch(start: number, end: number): SpooledRow[] {
    if (this.#file === null) throw new Error('the spool is closed');
    const length = end - start;
    const bytes = Buffer.allocUnsafe(length);
    readBytesAt(this.#file, bytes, { offset: 0, length, position: start });
    const packed: PackedRow[] = JSON.parse(bytes.toString());
    return packed.map(unpack);
  }
}

function countLength(row: RegisterRow): number {
  let length = 0;
  for (const cell of Object.values(row)) length += cell?.length ?? 0;
  return length;
}

type PackedRow = ReturnType<typeof pack>;

/** Without the names of the columns, and spelled out: it takes 0.6 s less for 300,000 rows. */
function pack({ number, idno, fingerprint, row }: SpooledRow) {
  return [
    number,
    idno,
    fingerprint,
    row.idno,
    row.regDate,
    row.name,
    row.legalForm,
    row.address,
    row.cuatm,
    row.directors,
    row.founders,
    row.unlicensed,
    row.licensed,
    row.liquidationDate,
    row.status,
  ] as const;
}

function unpack([number, idno, fingerprint, ...cells]: PackedRow): SpooledRow {
  const [code, regDate, name, legalForm, address, cuatm, ...lists] = cells;
  const [directors, founders, unlicensed, licensed, liquidationDate, status] = lists;
  const row = {
    idno: code,
    regDate,
    name,
    legalForm,
    address,
    cuatm,
    directors,
    founders,
    unlicensed,
    licensed,
    liquidationDate,
    status,
  };
  return { number, idno, fingerprint, row };
}
