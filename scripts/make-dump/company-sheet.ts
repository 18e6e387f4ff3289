import type { SharedStrings } from '../xlsx-writer/shared-strings.ts';
import {
  type Cell,
  type CellOptions,
  SHEET_START,
  toReference,
  writeCell,
} from '../xlsx-writer/sheet.ts';
import { toDotted, toSerial } from './days.ts';
import { columns } from './row.ts';
import type { GeneratedRow } from './rows.ts';

/** The header as the register writes it, spelling and all. */
const HEADERS = [
  'IDNO/ Cod fiscal',
  'Data înregistrării',
  'Denumirea completă',
  'Forma org./jurid.',
  'Adresa',
  'Codul unităţii administrativ-teritoriale (CUATM)',
  'Lista conducătorilor (cu indicarea rolurilor)',
  'Lista fondatorilor (cu indicarea cotei părţi în capitalul social %)',
  'Genuri de activitate nelicentiate',
  'Genuri de activitate licentiate',
  'Data lichidării',
];
const TITLE = [
  'Date din Registrul de stat al unităţilor de drept privind',
  'întreprinderile înregistrate în Republica Moldova',
  ' (starea pînă la ',
];
/** Indexes of the formats in `styles.xml`. */
const STYLES = { wholeNumber: 1, day: 2, heading: 3 };

/** Writes the sheet's XML: what stands above the data, then row by row. */
export function createCompanySheet(strings: SharedStrings) {
  const options = columns.map((column): CellOptions => {
    if (column === 'idno') return { style: STYLES.wholeNumber };
    // The register's empty cells of these columns have a format and so stand in the file.
    if (/Date$/.test(column)) return { style: STYLES.day, keepEmpty: true };
    // Texts of the others are each company's own.
    const isRepeated = column === 'legalForm' || column === 'licensed';
    return { share: isRepeated ? strings.intern : strings.append };
  });
  const textOptions = { share: strings.append };
  return {
    /** The header, and a title whose cached value tells the dump's day. */
    writeHead: (dumpDate: string, date1904: boolean) => writeHead(dumpDate, date1904, strings),
    writeRow({ cells, exponent, truth: { row } }: GeneratedRow): string {
      let xml = '';
      for (let column = 0; column < cells.length; column += 1) {
        let cell: Cell = cells[column] ?? null;
        if (exponent && typeof cell === 'number') cell = { type: 'n', value: toJavaDouble(cell) };
        const reference = toReference(column, row);
        const isStyledText = typeof cell === 'string' && options[column]?.share === undefined;
        xml += writeCell(reference, cell, isStyledText ? textOptions : (options[column] ?? {}));
      }
      return `<row r="${row}" spans="1:${cells.length}">${xml}</row>`;
    },
  };
}

function writeHead(dumpDate: string, date1904: boolean, strings: SharedStrings): string {
  const texts = TITLE.map((line) => `"${line}"`).join(',CHAR(10),');
  const formula = `CONCATENATE(${texts},TEXT(${toSerial(dumpDate, date1904)},"DD.MM.YYYY"),")")`;
  const value = `${TITLE.join('\n')}${toDotted(dumpDate)})`;
  const style = STYLES.heading;
  const title = writeCell('D1', { type: 'str', formula, value }, { style });
  const headers = HEADERS.map((header, column) =>
    writeCell(toReference(column, 2), header, { style, share: strings.intern }),
  );
  return `${SHEET_START}<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>\
<sheetFormatPr defaultRowHeight="15"/><sheetData><row r="1" spans="1:11">${title}</row>\
<row r="2" spans="1:11">${headers.join('')}</row>`;
}

/** Java's `Double.toString`, by which some libraries write every number of a sheet. */
function toJavaDouble(value: number): string {
  if (value < 10_000_000) return `${value}.0`;
  const digits = String(value);
  const fraction = digits.slice(1).replace(/0+$/, '') || '0';
  return `${digits[0]}.${fraction}E${digits.length - 1}`;
}
