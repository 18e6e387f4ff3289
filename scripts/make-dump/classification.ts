import caem2005 from '../../src/domain/caem/caem-2005.json' with { type: 'json' };
import caemRev2 from '../../src/domain/caem/caem-rev2.json' with { type: 'json' };
import { type Cell, writeRow, writeSheet } from '../xlsx-writer/sheet.ts';
import { type ClassificationForm, FORMS } from './classification-forms.ts';
import { withCedilla } from './orthography.ts';
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

/** Of the first edition, which few companies still carry, the dump has one code in so many. */
const REV1_STEP = 25;
/** In the edition of 2000 and not in that of 2005. */
const CODE_OF_2000: [string, string] = ['72200', 'Consultaţii şi furnizare de produse software'];

const rev1: [string, string][] = Object.entries(caem2005.ro)
  .filter((_, index) => index % REV1_STEP === 0)
  .map(([code, label]) => [code.replaceAll('.', ''), label]);

export const unlicensedClasses: UnlicensedClass[] = [
  ...[...rev1, CODE_OF_2000].map((line, index) => toUnlicensed(line, 101 + index * 3, 1)),
  ...Object.entries(caemRev2.ro).map((line, index) => toUnlicensed(line, 1001 + index * 5, 2)),
];

export const licensedClasses: ActivityClass[] = licences.map((label, index) => {
  return { id: 11 + index * 2, label: withCedilla(label) };
});

/** An ID that no sheet of any generated workbook names. */
export const UNCLASSIFIED_ID = 99_001;

/** What the IDs of the unlicensed activities mean. */
export function writeUnlicensedSheet(
  form: ClassificationForm,
  share: (text: string) => number,
): string {
  const { versionHeader, writeVersion, writeCode } = FORMS[form];
  const lines = unlicensedClasses.map((line): Cell[] => {
    const cells = [line.id, line.label, writeCode(line)];
    return versionHeader === null ? cells : [...cells, writeVersion(line.version)];
  });
  const header = ['ID', 'Denumire', 'Cod CAEM', ...(versionHeader === null ? [] : [versionHeader])];
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

function toUnlicensed([code, label]: [string, string], id: number, version: 1 | 2) {
  return { id, code, label: withCedilla(label), version };
}
