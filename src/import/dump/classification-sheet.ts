import { FileFault } from '../../domain/errors.ts';
import type { ActivityLine } from '../../domain/register/activity-lines.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { toBoundedText } from '../../domain/register/cell.ts';
import { toLine } from '../../domain/register/text.ts';
import { toCalendarDate, toSerial1900 } from '../../domain/time/calendar-date.ts';
import { quote, quoteList } from '../quote.ts';
import type { TableFile } from '../table/table.ts';
import { findHeader, foldHeader } from './header.ts';

/** Both editions of the classification have some 1,600 codes together. */
const MAX_LINES = 20_000;

const ID = /^id$/;
const LABEL = /^denumire/;
/** `Versiunea CAEM`, `Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)`, `CAEM version 1=CAEM, …`. */
const VERSION = /^(?:caem)?versi/;
/** Looked for among what is no version. */
const CODE = /^(?:cod(?:ul)?(?:caem.*)?|caem.*)$/;

export interface SheetLine {
  /** The sheet's own number of the row. */
  row: number;
  line: ActivityLine;
}

export interface ClassificationSheet {
  table: TableFile;
  sheet: string;
  fileName: string;
  /** The sheet of unlicensed activities has them. */
  hasCodes: boolean;
  /** `YYYY-MM-DD`; nobody typed a later day into the sheet. */
  dumpDate: string;
}

type Place = (cells: readonly CellValue[]) => CellValue;

/** The lines below the header, empty ones left out. Throws FileFault without the right columns. */
export async function readSheetLines(source: ClassificationSheet): Promise<SheetLine[]> {
  const { table, sheet, fileName, hasCodes } = source;
  const header = await findHeader(table.rows(sheet), (cells) => findPlaces(cells, ID).length > 0);
  const cells = header?.row.cells ?? [];
  const find = (title: string, way: RegExp): Place => {
    const place = findPlace(cells, title, way, source);
    if (place !== null) return place;
    const seen = cells.length === 0 ? '' : `; it has ${quoteList(cells)}`;
    throw new FileFault(`${fileName}, sheet ${quote(sheet)} has no column ${quote(title)}${seen}`);
  };
  const idOf = find('ID', ID);
  const labelOf = find('Denumire', LABEL);
  const codeOf = hasCodes ? find('Cod CAEM', CODE) : () => null;
  const versionOf = hasCodes ? findPlace(cells, 'Versiunea CAEM', VERSION, source) : null;
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
      throw new FileFault(`${fileName}, sheet ${quote(sheet)} has over ${MAX_LINES} lines`);
    }
  }
  return lines;
}

/** Null without such a column. Throws FileFault where it is not certain which one it is. */
function findPlace(
  cells: readonly CellValue[],
  title: string,
  way: RegExp,
  { fileName, sheet }: ClassificationSheet,
): Place | null {
  const places = findPlaces(cells, way);
  const [first] = places;
  if (first === undefined) return null;
  if (places.length === 1) return (of) => of[first] ?? null;
  throw new FileFault(
    `${fileName}, sheet ${quote(sheet)} has ${places.length} columns that may be ` +
      `${quote(title)}: ${quoteList(places.map((place) => cells[place]))}; ` +
      'rename or remove all but one',
  );
}

function findPlaces(cells: readonly CellValue[], way: RegExp): number[] {
  return [...cells.keys()].filter((place) => {
    const cell = cells[place];
    if (typeof cell !== 'string') return false;
    const folded = foldHeader(cell);
    return way.test(folded) && (way !== CODE || !VERSION.test(folded));
  });
}

function toText(cell: CellValue): string | null {
  const line = toLine(toBoundedText(cell) ?? '');
  return line === '' ? null : line;
}

/**
 * What a number cell means as a day: a spreadsheet makes one of 01.11 that is typed, of the year
 * in which that is done, and of 01.61 the first day of a month, at times of a later year.
 */
function findDay(
  cell: CellValue,
  { table, dumpDate }: ClassificationSheet,
): Pick<ActivityLine, 'day'> {
  if (typeof cell !== 'number' || !Number.isInteger(cell)) return {};
  const reading = toCalendarDate(String(toSerial1900(cell, table.date1904)));
  const day = 'value' in reading ? reading.value : null;
  return day !== null && (day <= dumpDate || day.endsWith('-01')) ? { day } : {};
}
