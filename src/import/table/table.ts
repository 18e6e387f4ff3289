import type { CellValue } from '../../domain/register/cell.ts';

export interface TableRow {
  /** The sheet's own row number, from 1; in a CSV the line on which the record begins. */
  number: number;
  /** By column, from 0; null where the file has no cell. */
  cells: CellValue[];
}

/** Rows of one sheet in file order, in batches of at most MAX_BATCH_ROWS. */
export type RowBatches = AsyncIterable<TableRow[]>;

/** A file of tables that is open and checked, but not yet read. */
export interface TableFile {
  sheets: string[];
  /** The sheets that are hidden in the workbook. */
  hiddenSheets: string[];
  /** Serial dates count from 1904 instead of 1900. */
  date1904: boolean;
  /** Cells are divided by separators, which an unquoted text may contain by mistake. */
  isDelimited: boolean;
  /** Reads one of `sheets` from its beginning; ends the previous reading. Throws FileFault. */
  rows(sheet: string): RowBatches;
  close(): Promise<void>;
}

/**
 * The limits of a table file; one that exceeds any of them is refused. The register's dump of
 * 300,000 rows has 1.1 million strings, 11 columns and parts of some 100 MB that shrink to a sixth;
 * the longest cells seen have a few tens of thousands of characters.
 */
export const READ_LIMITS = {
  /** Parts of one ZIP archive. */
  entries: 10_000,
  /** All parts of the archive together, unpacked, or the whole of a text file. */
  fileBytes: 2 ** 31,
  /** One part of the archive, unpacked. */
  entryBytes: 2 ** 30,
  /** Unpacked bytes for each packed byte of one part. */
  compressionRatio: 200,
  sheets: 1_000,
  sharedStrings: 2 ** 24,
  /** UTF-16 units of one cell. */
  cellLength: 2 ** 20,
  /** UTF-16 units of all cells of one row together. */
  rowLength: 2 ** 22,
  rows: 2_000_000,
  columns: 1_024,
};
export type ReadLimits = Readonly<typeof READ_LIMITS>;

/** A batch of rows is full at either of these; the length is in UTF-16 units of all cells. */
export const MAX_BATCH_ROWS = 100;
const MAX_BATCH_LENGTH = 2 ** 20;

/** Collects the rows of a sheet until a batch is full. */
export class RowBatch {
  #rows: TableRow[] = [];
  #length = 0;

  /** Adds a row whose cells have this length; true when the batch is full. */
  add(row: TableRow, length: number): boolean {
    this.#length += length;
    return this.#rows.push(row) >= MAX_BATCH_ROWS || this.#length >= MAX_BATCH_LENGTH;
  }

  take(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#length = 0;
    return rows;
  }
}

/** Options of reading a file; each has a default. */
export interface ReadOptions {
  limits?: Partial<ReadLimits>;
  /** Bytes that are unpacked and parsed at a time. */
  chunkBytes?: number;
  /** Where the temporary file of decoded strings goes: about half of the unpacked workbook. */
  temporaryFolder?: string;
}

export type ReadSettings = Required<ReadOptions> & { limits: ReadLimits };

export const CHUNK_BYTES = 65_536;
