import { FileFault } from '../../domain/errors.ts';
import type { ActivityLine } from '../../domain/register/activity-lines.ts';
import { findLaterEdition } from '../../domain/register/caem/tables.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { toBoundedText } from '../../domain/register/cell.ts';
import { toLine } from '../../domain/register/text.ts';
import { toCalendarDate, toSerial1900 } from '../../domain/time/calendar-date.ts';
import { quote, quoteList } from '../quote.ts';
import type { TableFile } from '../table/table.ts';
import {
  chooseColumn,
  findHeader,
  matchColumns,
  NO_COLUMN,
  readBelow,
  readHead,
} from './columns.ts';

/** The three editions of the classification have some 2,200 codes together. */
const MAX_LINES = 20_000;

const ID = /^id$/;
const LABEL = /^denumire/;
/** `Versiunea CAEM`, `Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)`, `CAEM version 1=CAEM, …`. */
const VERSION = /^(?:caem)?versi/;
const CODE = /^(?!caemversi)(?:cod(?:ul)?(?:caem.*)?|caem.*)$/;

export interface SheetLine {
  /** The sheet's own number of the row. */
  row: number;
  line: ActivityLine;
}

interface ClassificationSheet {
  table: TableFile;
  sheet: string;
  fileName: string;
  /** The sheet of unlicensed activities has them. */
  hasCodes: boolean;
  /** `YYYY-MM-DD`; a later day cannot have been typed into the sheet. */
  dumpDate: string;
}

/** The lines below the header, empty ones left out. Throws FileFault without the right columns. */
export async function readSheetLines(source: ClassificationSheet): Promise<SheetLine[]> {
  const { table, sheet, fileName, hasCodes } = source;
  const sheetName = `${fileName}, sheet ${quote(sheet)}`;
  const head = await readHead(table, sheet);
  const header = findHeader(head, (cells) => matchColumns(cells, [ID]).length > 0);
  if (header === null) throw new FileFault(`${sheetName} has no column "ID"`);
  const titles = header.row.cells;
  const find = (title: string, pattern: RegExp, isRequired = true): number => {
    const index = chooseColumn(matchColumns(titles, [pattern]), titles, title, sheetName);
    if (index !== null || !isRequired) return index ?? NO_COLUMN;
    throw new FileFault(`${sheetName} has no column ${quote(title)}; it has ${quoteList(titles)}`);
  };
  const id = find('ID', ID);
  const label = find('Denumire', LABEL);
  const code = hasCodes ? find('Cod CAEM', CODE) : NO_COLUMN;
  const version = hasCodes ? find('Versiunea CAEM', VERSION, false) : NO_COLUMN;
  const statedAbove =
    [code, version].map((column) => textIn(titles, column)).find(namesLater) ?? null;
  const batches = readBelow(table, sheet, header.row, ({ number: row, cells }): SheetLine => {
    const textOf = (column: number) => textIn(cells, column);
    const texts = { id: textOf(id), label: textOf(label), code: textOf(code) };
    const day = findDay(cells[code] ?? null, source);
    return { row, line: { ...texts, version: textOf(version) ?? statedAbove, ...day } };
  });
  const lines: SheetLine[] = [];
  for await (const batch of batches) {
    lines.push(...batch.filter(({ line }) => line.id ?? line.label ?? line.code));
    if (lines.length > MAX_LINES) throw new FileFault(`${sheetName} has over ${MAX_LINES} lines`);
  }
  return lines;
}

function textIn(cells: readonly CellValue[], column: number): string | null {
  const line = toLine(toBoundedText(cells[column] ?? null) ?? '');
  return line === '' ? null : line;
}

/** Whether a title names an edition after CAEM Rev.2, which counts for lines without a version. */
function namesLater(title: string | null): boolean {
  return title !== null && findLaterEdition(title) !== null;
}

/**
 * The day that a number cell stands for. Spreadsheets turn a typed code 01.11 into a day of the
 * current year, and 01.61 into the first day of a month, sometimes of a later year.
 */
function findDay(
  cell: CellValue,
  { table, dumpDate }: ClassificationSheet,
): Pick<ActivityLine, 'day'> {
  if (typeof cell !== 'number' || !Number.isInteger(cell)) return {};
  const parsed = toCalendarDate(String(toSerial1900(cell, table.date1904)));
  const day = 'value' in parsed ? parsed.value : null;
  return day !== null && (day <= dumpDate || day.endsWith('-01')) ? { day } : {};
}
