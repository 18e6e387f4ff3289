import { toDotted, toSerial } from './days.ts';
import { type CellValue, columns } from './row.ts';
import type { GeneratedRow } from './rows.ts';
import type { SharedStrings } from './shared-strings.ts';
import { escapeXml, mainNamespace, xmlHead } from './xml.ts';

/** The header as the register writes it, spelling and all. */
export const headers = [
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

/** Indexes of the formats in the workbook's styles. */
export const styles = { general: 0, wholeNumber: 1, day: 2, heading: 3 };

const letters = 'ABCDEFGHIJK';
/** Texts that come again and again; the others are each company's own. */
const repeated = columns.map((column) => column === 'legalForm' || column === 'licensed');
const styleOf = columns.map((column) => {
  if (column === 'idno') return styles.wholeNumber;
  return column === 'regDate' || column === 'liquidationDate' ? styles.day : styles.general;
});

/** What stands above the data: the header, and a title whose cached value tells the dump's day. */
export function openSheet(dumpDate: string, date1904: boolean, strings: SharedStrings): string {
  const lines = [
    'Date din Registrul de stat al unităţilor de drept privind',
    'întreprinderile înregistrate în Republica Moldova',
    ' (starea pînă la ',
  ];
  const texts = lines.map((line) => `"${line}"`).join(',CHAR(10),');
  const formula = `CONCATENATE(${texts},TEXT(${toSerial(dumpDate, date1904)},"DD.MM.YYYY"),")")`;
  const title = `${lines.join('\n')}${toDotted(dumpDate)})`;
  const headerCells = headers.map((header, column) =>
    writeCell(`${letters[column]}2`, strings.intern(header), styles.heading, 's'),
  );
  return `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView tabSelected="1" \
workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>\
<row r="1" spans="1:11"><c r="D1" s="${styles.heading}" t="str"><f>${escapeXml(formula)}</f>\
<v>${escapeXml(title)}</v></c></row><row r="2" spans="1:11">${headerCells.join('')}</row>`;
}

export const sheetEnd = '</sheetData></worksheet>';

export function writeRow({ cells, exponent, truth }: GeneratedRow, strings: SharedStrings): string {
  let xml = `<row r="${truth.row}" spans="1:11">`;
  for (let column = 0; column < cells.length; column += 1) {
    const reference = `${letters[column]}${truth.row}`;
    xml += writeValue(reference, column, cells[column] ?? null, exponent, strings);
  }
  return `${xml}</row>`;
}

/** Java's `Double.toString`, by which some libraries write every number of a sheet. */
export function toJavaDouble(value: number): string {
  if (value < 10_000_000) return `${value}.0`;
  const digits = String(value);
  const fraction = digits.slice(1).replace(/0+$/, '') || '0';
  return `${digits[0]}.${fraction}E${digits.length - 1}`;
}

function writeValue(
  reference: string,
  column: number,
  value: CellValue,
  exponent: boolean,
  strings: SharedStrings,
): string {
  const style = styleOf[column] ?? styles.general;
  // The register's empty cells of the last column have a format and so stand in the file.
  if (value === null) return style === styles.day ? `<c r="${reference}" s="${style}"/>` : '';
  if (typeof value === 'number') {
    return writeCell(reference, exponent ? toJavaDouble(value) : value, style, 'n');
  }
  const index = repeated[column] ? strings.intern(value) : strings.append(value);
  return writeCell(reference, index, styles.general, 's');
}

function writeCell(reference: string, value: number | string, style: number, type: 'n' | 's') {
  const styled = style === styles.general ? '' : ` s="${style}"`;
  const typed = type === 's' ? ' t="s"' : '';
  return `<c r="${reference}"${styled}${typed}><v>${value}</v></c>`;
}
