import { FileFault } from '../../domain/errors.ts';
import type { ActivityLine } from '../../domain/register/activity-lines.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { toBoundedText } from '../../domain/register/cell.ts';
import { toLine } from '../../domain/register/text.ts';
import { toCalendarDate, toSerial1900 } from '../../domain/time/calendar-date.ts';
import { quote, quoteList } from '../quote.ts';
import type { TableFile } from '../table/table.ts';
import { chooseColumn, findHeader, foldHeader, readHead } from './columns.ts';

/** Both editions of the classification have some 1,600 codes together. */
const MAX_LINES = 20_000;

const ID = /^id$/;
const LABEL = /^denumire/;
/** `Versiunea CAEM`, `Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)`, `CAEM version 1=CAEM, …`. */
const VERSION = /^(?:caem)?versi/;
/** Also matches titles of the version, which are therefore left out of the search. */
const CODE = /^(?:cod(?:ul)?(?:caem.*)?|caem.*)$/;

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

/** Picks the cell of one column from a row. */
type Column = (cells: readonly CellValue[]) => CellValue;

/** The lines below the header, empty ones left out. Throws FileFault without the right columns. */
export async function readSheetLines(source: ClassificationSheet): Promise<SheetLine[]> {
  const { table, sheet, fileName, hasCodes } = source;
  const head = await readHead(table, sheet);
  const header = findHeader(head, (cells) => findIndexes(cells, ID).length > 0);
  const cells = header?.row.cells ?? [];
  const sheetName = `${fileName}, sheet ${quote(sheet)}`;
  /** Null without such a column. */
  const findColumn = (title: string, pattern: RegExp): Column | null => {
    const index = chooseColumn(findIndexes(cells, pattern), cells, title, sheetName);
    return index === null ? null : (row) => row[index] ?? null;
  };
  const find = (title: string, pattern: RegExp): Column => {
    const column = findColumn(title, pattern);
    if (column !== null) return column;
    const seen = cells.length === 0 ? '' : `; it has ${quoteList(cells)}`;
    throw new FileFault(`${sheetName} has no column ${quote(title)}${seen}`);
  };
  const idOf = find('ID', ID);
  const labelOf = find('Denumire', LABEL);
  const codeOf = hasCodes ? find('Cod CAEM', CODE) : () => null;
  const versionOf = hasCodes ? findColumn('Versiunea CAEM', VERSION) : null;
  const lines: SheetLine[] = [];
  for await (const batch of table.rows(sheet)) {
    for (const { number: row, cells } of batch) {
      if (row <= (header?.row.number ?? 0)) continue;
      const code = codeOf(cells);
      const line = {
        id: toText(idOf(cells)),
        label: toText(labelOf(cells)),
        code: toText(code),
        version: toText(versionOf?.(cells) ?? null),
        ...findDay(code, source),
      };
      if (line.id === null && line.label === null && line.code === null) continue;
      lines.push({ row, line });
      if (lines.length <= MAX_LINES) continue;
      throw new FileFault(`${sheetName} has over ${MAX_LINES} lines`);
    }
  }
  return lines;
}

function findIndexes(cells: readonly CellValue[], pattern: RegExp): number[] {
  return [...cells.keys()].filter((index) => {
    const folded = foldHeader(cells[index]);
    return pattern.test(folded) && (pattern !== CODE || !VERSION.test(folded));
  });
}

function toText(cell: CellValue): string | null {
  const line = toLine(toBoundedText(cell) ?? '');
  return line === '' ? null : line;
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
