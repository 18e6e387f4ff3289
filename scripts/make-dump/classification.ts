import { type Cell, writeRow, writeSheet } from '../xlsx-writer/sheet.ts';
import { withCedilla } from './orthography.ts';
import caemRev1 from './words/caem-rev1.json' with { type: 'json' };
import caemRev2 from './words/caem-rev2.json' with { type: 'json' };
import licences from './words/licences.json' with { type: 'json' };

/** A line of one of the workbook's classification sheets. */
export interface ActivityClass {
  /** What the companies' cells refer to. */
  id: number;
  label: string;
}

export interface UnlicensedClass extends ActivityClass {
  /** Rev.2 in the form `62.01`, Rev.1 as five digits. */
  code: string;
  /** 1 = CAEM of 2000, 2 = CAEM Rev.2. */
  version: 1 | 2;
}

/** Companies that never filed again still carry the codes of the first edition. */
export const unlicensedClasses: UnlicensedClass[] = [
  ...caemRev1.map((line, index) => toUnlicensed(line, 101 + index * 3, 1)),
  ...caemRev2.map((line, index) => toUnlicensed(line, 1001 + index * 5, 2)),
];

export const licensedClasses: ActivityClass[] = licences.map((label, index) => {
  return { id: 11 + index * 2, label: withCedilla(label) };
});

/** An ID that no sheet of any generated workbook names. */
export const UNCLASSIFIED_ID = 99_001;

/** What the IDs of the unlicensed activities mean. */
export function writeUnlicensedSheet(share: (text: string) => number): string {
  const header = ['ID', 'Denumire', 'Cod CAEM', 'Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)'];
  const lines = unlicensedClasses.map(({ id, label, code, version }) => [id, label, code, version]);
  return writeTable([header, ...lines], share);
}

/** What the IDs of the licensed activities mean. */
export function writeLicensedSheet(share: (text: string) => number): string {
  const lines = licensedClasses.map(({ id, label }) => [id, label]);
  return writeTable([['ID', 'Denumire'], ...lines], share);
}

function writeTable(table: Cell[][], share: (text: string) => number): string {
  return writeSheet(table.map((cells, index) => writeRow(index + 1, cells, { share })).join(''));
}

function toUnlicensed(
  [code = '', label = '']: string[],
  id: number,
  version: 1 | 2,
): UnlicensedClass {
  return { id, code, label: withCedilla(label), version };
}
