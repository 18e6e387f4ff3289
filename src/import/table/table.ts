import type { CellValue } from '../../domain/register/cell.ts';

export interface TableRow {
  /** The sheet's own row number, from 1; of a CSV the line on which the record begins. */
  number: number;
  /** By column, from 0; what the file leaves out is null. */
  cells: CellValue[];
}

/** Rows of one sheet in file order, handed over in batches of a named maximum. */
export type RowBatches = AsyncIterable<TableRow[]>;

/** A file of tables, opened and checked, not yet read. */
export interface TableFile {
  sheets: string[];
  /** Those of them that a reader of the workbook does not see. */
  hiddenSheets: string[];
  /** Serial dates count from 1904 instead of 1900. */
  date1904: boolean;
  /** Cells are divided by separators, which an unquoted text may contain by mistake. */
  isDelimited: boolean;
  /** May be called again: each call reads the sheet from its beginning. Throws FileFault. */
  rows(sheet: string): RowBatches;
  close(): Promise<void>;
}

/** What a table file may be at most; past any of these it is refused. */
export interface ReadLimits {
  /** Parts of one ZIP archive. */
  entries: number;
  /** One part of the archive, unpacked. */
  entryBytes: number;
  /** Unpacked bytes for each packed byte of one part. */
  compressionRatio: number;
  sheets: number;
  sharedStrings: number;
  /** UTF-16 units of one cell. */
  cellLength: number;
  /** UTF-16 units of all cells of one row together. */
  rowLength: number;
  rows: number;
  columns: number;
}

/**
 * The register's dump of 300,000 rows has 1.1 million strings, 11 columns and parts of some 100 MB
 * that shrink to a sixth; the longest cells seen have a few tens of thousands of characters.
 */
export const READ_LIMITS: ReadLimits = {
  entries: 10_000,
  entryBytes: 2 ** 30,
  compressionRatio: 200,
  sheets: 1_000,
  sharedStrings: 2 ** 24,
  cellLength: 2 ** 20,
  rowLength: 2 ** 22,
  rows: 2_000_000,
  columns: 1_024,
};

/** Rows are handed over in batches that are full at either of these. */
export const MAX_BATCH_ROWS = 100;
export const MAX_BATCH_LENGTH = 2 ** 20;

/** How a file is read; everything has a default. */
export interface ReadOptions {
  limits?: Partial<ReadLimits>;
  /** Bytes that are unpacked and parsed at a time. */
  chunkBytes?: number;
  /** Where the temporary file of decoded strings goes: about half of the unpacked workbook. */
  temporaryFolder?: string;
}

export const CHUNK_BYTES = 65_536;
