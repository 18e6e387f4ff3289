import { licensedClasses, unlicensedClasses } from './classification.ts';
import type { SharedStrings } from './shared-strings.ts';
import { mainNamespace, xmlHead } from './xml.ts';

export const unlicensedSheetName = 'Clasificare nelicenţiate';
export const licensedSheetName = 'Clasificare licenţiate';

/** The second sheet: what the IDs of the unlicensed activities mean. */
export function writeUnlicensedSheet(strings: SharedStrings): string {
  return writeSheet(strings, [
    ['ID', 'Denumire', 'Cod CAEM', 'Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)'],
    ...unlicensedClasses.map(({ id, label, code, version }) => [id, label, code, version]),
  ]);
}

/** The third sheet: what the IDs of the licensed activities mean. */
export function writeLicensedSheet(strings: SharedStrings): string {
  return writeSheet(strings, [
    ['ID', 'Denumire'],
    ...licensedClasses.map(({ id, label }) => [id, label]),
  ]);
}

function writeSheet(strings: SharedStrings, rows: (string | number)[][]): string {
  const lines = rows.map((cells, index) => {
    const row = index + 1;
    const xml = cells.map((value, column) => {
      const reference = `${'ABCD'[column]}${row}`;
      return typeof value === 'number'
        ? `<c r="${reference}"><v>${value}</v></c>`
        : `<c r="${reference}" t="s"><v>${strings.intern(value)}</v></c>`;
    });
    return `<row r="${row}">${xml.join('')}</row>`;
  });
  const data = `<sheetData>${lines.join('')}</sheetData>`;
  return `${xmlHead}<worksheet xmlns="${mainNamespace}">${data}</worksheet>`;
}
