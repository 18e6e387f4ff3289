import type { CellValue } from '../../domain/register/cell.ts';
import { fold } from '../../domain/register/text.ts';
import type { KeptReject } from '../../store/port/imports.ts';
import type { RowBatches, TableFile, TableRow } from '../table/table.ts';

/** Titles stand above a header: one row in the register's export, four in its sister's. */
export const MAX_HEADER_ROWS = 50;

/** Of what a reject quotes. */
const MAX_VALUE_LENGTH = 1_000;

export interface Header {
  row: TableRow;
  /** The rows above it. */
  above: TableRow[];
}

/** A header's letters and digits alone: without case, diacritics, spaces and punctuation. */
export function foldHeader(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The first row that `isHeader` knows, null where it is not among the sheet's first rows. */
export async function findHeader(
  batches: RowBatches,
  isHeader: (cells: readonly CellValue[]) => boolean,
): Promise<Header | null> {
  const above: TableRow[] = [];
  for await (const batch of batches) {
    for (const row of batch) {
      if (isHeader(row.cells)) return { row, above };
      above.push(row);
      if (above.length >= MAX_HEADER_ROWS) return null;
    }
  }
  return null;
}

/**
 * Why a row is rejected that has more cells than its header: a separator stands in one of its
 * texts without quotes around it, and nobody can tell in which. Fewer are no fault, since
 * spreadsheets leave out empty cells at the end.
 */
export function findSurplus(
  { separated }: Pick<TableFile, 'separated'>,
  header: TableRow,
  { number, cells }: TableRow,
): KeptReject | null {
  const surplus = separated ? cells[header.cells.length] : undefined;
  if (surplus === undefined) return null;
  const value = cells.slice(header.cells.length).join(' ').slice(0, MAX_VALUE_LENGTH);
  return { row: number, column: 'row', value, reason: 'more_cells_than_header' };
}
