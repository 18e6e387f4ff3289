import { FileFault } from '../../domain/errors.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import {
  COLUMN_DEFINITIONS,
  mapColumns,
  OPTIONAL_COLUMNS,
  REGISTER_COLUMNS,
  type RegisterColumn,
} from '../../domain/register/columns.ts';
import { undoConversion } from '../../domain/register/conversion.ts';
import { foldPlainWords } from '../../domain/register/text.ts';
import type { StoredReject } from '../../store/port/imports.ts';
import { quote, quoteList } from '../quote.ts';
import type { TableFile, TableRow } from '../table/table.ts';

/** The index of each column in a row's cells, from 0. */
type ColumnIndexes = Readonly<Record<RegisterColumn, number>>;

export interface Header {
  row: TableRow;
  /** The rows above it. */
  above: TableRow[];
}

/** Titles stand above a header: one row in the register's dump, four in a related export. */
export const MAX_HEADER_ROWS = 50;
/** The longest value that a reject stores. */
const MAX_VALUE_LENGTH = 1_000;
/** The index of a column that the sheet does not have: no row has a cell there. */
export const NO_COLUMN = -1;

/** A header's letters and digits alone: without case, diacritics, spaces and punctuation. */
export function foldHeader(cell: CellValue | undefined): string {
  return typeof cell === 'string' ? foldPlainWords(undoConversion(cell)).replaceAll(' ', '') : '';
}

/** The first rows of a sheet, one of which is its header. */
export async function readHead(table: TableFile, sheet: string): Promise<TableRow[]> {
  const head: TableRow[] = [];
  for await (const batch of table.rows(sheet)) {
    head.push(...batch);
    if (head.length >= MAX_HEADER_ROWS) break;
  }
  return head.slice(0, MAX_HEADER_ROWS);
}

/** The first of these rows that `isHeader` accepts; null without any. */
export function findHeader(
  head: readonly TableRow[],
  isHeader: (cells: readonly CellValue[]) => boolean,
): Header | null {
  const index = head.findIndex(({ cells }) => isHeader(cells));
  const row = head[index];
  return row === undefined ? null : { row, above: head.slice(0, index) };
}

/** Whether a row is the header of the register's columns: a cell of it begins with IDNO. */
export function isRegisterHeader(cells: readonly CellValue[]): boolean {
  return cells.some((cell) => foldHeader(cell).startsWith('idno'));
}

/** Whether a header has every column of the register. */
export function hasRegisterColumns(cells: readonly CellValue[]): boolean {
  return REGISTER_COLUMNS.every(
    (column) =>
      OPTIONAL_COLUMNS.has(column) ||
      matchColumns(cells, COLUMN_DEFINITIONS[column].patterns).length > 0,
  );
}

/** Finds every column by its header, in any order. Throws FileFault where one is missing. */
export function findColumns({ number, cells }: TableRow, fileName: string): ColumnIndexes {
  return mapColumns((column) => {
    const { title, patterns } = COLUMN_DEFINITIONS[column];
    const index = chooseColumn(matchColumns(cells, patterns), cells, title, fileName);
    if (index !== null) return index;
    if (OPTIONAL_COLUMNS.has(column)) return NO_COLUMN;
    throw new FileFault(
      `${fileName} has no column ${quote(title)}; row ${number} has ${quoteList(cells)}: ` +
        'fetch the full export, or restore the header of the column',
    );
  });
}

/** The only one of the indexes; null without any. Throws FileFault, which names `table`, for several. */
export function chooseColumn(
  [index, ...others]: readonly number[],
  cells: readonly CellValue[],
  title: string,
  table: string,
): number | null {
  if (index === undefined || others.length === 0) return index ?? null;
  const names = [index, ...others].map((one) => cells[one]);
  throw new FileFault(
    `${table} has ${names.length} columns that may be ${quote(title)}: ${quoteList(names)}; ` +
      'rename or remove all but one',
  );
}

/** The rows below a header, each as `toRow` reads it. */
export async function* readBelow<Row>(
  table: TableFile,
  sheet: string,
  header: TableRow,
  toRow: (row: TableRow) => Row,
): AsyncGenerator<Row[]> {
  for await (const batch of table.rows(sheet)) {
    yield batch.filter(({ number }) => number > header.number).map(toRow);
  }
}

/**
 * Why a row with more cells than its header is rejected: an unquoted separator stands in one of its
 * texts, and it is unknown in which. Empty cells at the end count, since the cells behind the
 * separator move into them; spreadsheets write as many in the header, where a value below them is
 * surplus too. Fewer cells are normal, since spreadsheets also leave out empty ones at the end.
 */
export function findSurplus(
  { isDelimited }: Pick<TableFile, 'isDelimited'>,
  header: TableRow,
  { number, cells }: TableRow,
): StoredReject | null {
  if (!isDelimited) return null;
  const titled = header.cells.findLastIndex((cell) => cell !== null) + 1;
  const value = cells.slice(titled).join(' ').trim().slice(0, MAX_VALUE_LENGTH) || null;
  if (cells.length <= header.cells.length && value === null) return null;
  return { row: number, column: 'row', value, reason: 'more_cells_than_header' };
}

/** Indexes of the cells that match the first pattern that any cell matches. */
export function matchColumns(cells: readonly CellValue[], patterns: readonly RegExp[]): number[] {
  const folded = cells.map(foldHeader);
  for (const pattern of patterns) {
    const indexes = [...folded.keys()].filter((index) => pattern.test(folded[index] ?? ''));
    if (indexes.length > 0) return indexes;
  }
  return [];
}
