import caem2005 from '../../src/domain/register/caem/caem-2005.json' with { type: 'json' };
import caemRev2 from '../../src/domain/register/caem/caem-rev2.json' with { type: 'json' };
import naceRev21 from '../../src/domain/register/caem/nace-rev2.1.json' with { type: 'json' };
import type { CaemEdition } from '../../src/domain/register/caem/tables.ts';
import { type CellOptions, writeTable } from '../xlsx-writer/sheet.ts';
import { withCedilla } from './notation.ts';
import licences from './words/licences.json' with { type: 'json' };

/** The dump has every 25th code of the first edition, which few companies still have. */
const REV1_STEP = 25;
/** A code of the edition of 2000 that the edition of 2005 does not have. */
const CODE_OF_2000: [string, string] = ['72200', 'Consultaţii şi furnizare de produse software'];

const rev1: [string, string][] = Object.entries(caem2005.ro)
  .filter((_, index) => index % REV1_STEP === 0)
  .map(([code, label]) => [code.replaceAll('.', ''), label]);

/** Lines of the sheet; the companies' cells refer to their IDs. */
export const unlicensedClasses = [
  ...[...rev1, CODE_OF_2000].map((line, index) => toUnlicensed(line, 101 + index * 3, 1)),
  ...Object.entries(caemRev2.ro).map((line, index) => toUnlicensed(line, 1001 + index * 5, 2)),
];
export type UnlicensedClass = (typeof unlicensedClasses)[number];

/** Of NACE Rev.2.1: a new code, and one that means something else in CAEM Rev.2. */
export const laterClasses = (['62.10', '43.91'] as const).map((code, index) =>
  toUnlicensed([code, naceRev21.ro[code]], 7_001 + index * 5, 3),
);

export const licensedClasses = licences.map((label, index) => {
  return { id: 11 + index * 2, label: withCedilla(label) };
});

/** An ID that no sheet of any generated workbook names. */
export const UNCLASSIFIED_ID = 99_001;

/** Codes of Rev.1 as five digits, of later editions in the form `62.01`. */
function toUnlicensed([code, label]: [string, string], id: number, version: CaemEdition) {
  return { id, code, label: withCedilla(label), version };
}

/** The sheet that explains the IDs of the unlicensed activities. */
export function writeUnlicensedSheet(options: CellOptions, hasLater: boolean): string {
  const header = ['ID', 'Denumire', 'Cod CAEM', 'Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)'];
  const classes = hasLater ? [...unlicensedClasses, ...laterClasses] : unlicensedClasses;
  const lines = classes.map(({ id, label, code, version }) => [id, label, code, version]);
  return writeTable([header, ...lines], options);
}

/** The sheet that explains the IDs of the licensed activities. */
export function writeLicensedSheet(options: CellOptions): string {
  const lines = licensedClasses.map(({ id, label }) => [id, label]);
  return writeTable([['ID', 'Denumire'], ...lines], options);
}
