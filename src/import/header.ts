import { fold } from '../domain/text.ts';
import type { CellValue, RowBatches, TableRow } from './table.ts';

/** Titles stand above a header: one row in the register's export, four in its sister's. */
const MAX_HEADER_ROWS = 50;

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
