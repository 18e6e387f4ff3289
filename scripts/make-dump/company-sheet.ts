import type { SharedStrings } from '../xlsx-writer/shared-strings.ts';
import { type CellOptions, SHEET_START, toReference, writeCell } from '../xlsx-writer/sheet.ts';
import { toDotted, toSerial } from './notation.ts';
import type { DumpSettings } from './options.ts';
import { allColumns, columns } from './row.ts';
import type { GeneratedRow } from './rows.ts';
/** The headings of the columns, in the register's own spelling. */
import headers from './words/headers.json' with { type: 'json' };

const TITLE = [
  'Date din Registrul de stat al unităţilor de drept privind',
  'întreprinderile înregistrate în Republica Moldova',
  ' (starea pînă la ',
];
/** Indexes of the formats in `styles.xml`. */
const STYLES = { wholeNumber: 1, day: 2, heading: 3 };

/** The rows above the data: a title whose cached value contains the dump's day, and the header. */
export function writeHead(settings: DumpSettings, strings: SharedStrings): string {
  const { dumpDate, statusColumn } = settings;
  const written = statusColumn ? allColumns : columns;
  const spans = `spans="1:${written.length}"`;
  const texts = TITLE.map((line) => `"${line}"`).join(',CHAR(10),');
  const formula = `CONCATENATE(${texts},TEXT(${toSerial(dumpDate)},"DD.MM.YYYY"),")")`;
  const value = `${TITLE.join('\n')}${toDotted(dumpDate)})`;
  const style = STYLES.heading;
  const title = writeCell('D1', { type: 'str', formula, value }, { style });
  const header = written.map((name, column) =>
    writeCell(toReference(column, 2), headers[name], { style, share: strings.intern }),
  );
  return `${SHEET_START}<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>\
<sheetFormatPr defaultRowHeight="15"/><sheetData><row r="1" ${spans}>${title}</row>\
<row r="2" ${spans}>${header.join('')}</row>`;
}

export function createRowWriter(strings: SharedStrings) {
  const text = { share: strings.append };
  const options = allColumns.map((column): CellOptions => {
    if (column === 'idno') return { style: STYLES.wholeNumber };
    // The register's empty cells of these columns have a format, so they are in the file.
    if (/Date$/.test(column)) return { style: STYLES.day, keepEmpty: true };
    // The texts of the other columns hardly repeat.
    return /^(legalForm|licensed|status)$/.test(column) ? { share: strings.intern } : text;
  });
  return ({ cells, truth: { row } }: GeneratedRow): string => {
    const xml = cells.map((cell, column) => {
      const { [column]: own = text } = options;
      const isText = typeof cell === 'string' && own.share === undefined;
      return writeCell(toReference(column, row), cell, isText ? text : own);
    });
    return `<row r="${row}" spans="1:${cells.length}">${xml.join('')}</row>`;
  };
}
