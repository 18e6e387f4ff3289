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
  /** Cells are told apart by separators, which a text may hold by mistake. */
  separated: boolean;
  /** May be called again: each call reads the sheet from its beginning. Throws FileFault. */
  rows(sheet: string): RowBatches;
  close(): Promise<void>;
}
