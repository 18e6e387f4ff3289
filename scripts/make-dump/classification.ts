import caem2005 from '../../src/domain/register/caem/caem-2005.json' with { type: 'json' };
import caemRev2 from '../../src/domain/register/caem/caem-rev2.json' with { type: 'json' };
import type { CaemEdition } from '../../src/domain/register/caem/tables.ts';
import { isDay } from '../../src/domain/time/time-zone.ts';
import { type Cell, type CellOptions, writeTable } from '../xlsx-writer/sheet.ts';
import { toSerial, withCedilla } from './notation.ts';
import licences from './words/licences.json' with { type: 'json' };

/** The dump has every 25th code of the first edition, which few companies still have. */
const REV1_STEP = 25;
/** In the edition of 2000 but not in that of 2005. */
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

export const licensedClasses = licences.map((label, index) => {
  return { id: 11 + index * 2, label: withCedilla(label) };
});

/** An ID that no sheet of any generated workbook names. */
export const UNCLASSIFIED_ID = 99_001;

/** Codes of Rev.2 in the form `62.01`, of Rev.1 as five digits. */
function toUnlicensed([code, label]: [string, string], id: number, version: CaemEdition) {
  return { id, code, label: withCedilla(label), version };
}

type WriteCode = (code: string) => Cell;

interface Form {
  /** Left out: the sheet has no column of versions. */
  versionHeader?: string;
  /** Left out: the numbers 1 and 2. */
  versions?: readonly Cell[];
  rev2: WriteCode;
  /** Left out: as five digits. */
  rev1?: WriteCode;
}

const HEADERS = [
  'Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)',
  'Versiunea CAEM',
  'CAEM version 1=CAEM, 2=CAEM rev.2',
] as const;
const VERSIONS = ['CAEM', 'CAEM Rev.2'] as const;
/** Sections with the last of their divisions. */
const SECTIONS =
  'A03 B09 C33 D35 E39 F43 G47 H53 I56 J63 K66 L68 M75 N82 O84 P85 Q88 R93 S96 T98 U99'.split(' ');

const writePlain: WriteCode = (code) => code;

/**
 * How the sheet of unlicensed activities writes codes and versions. No public text shows real lines
 * of it, so every known form must be read alike.
 */
export const FORMS = {
  dotted: { versionHeader: HEADERS[0], rev2: writePlain },
  digits: { versionHeader: HEADERS[1], rev2: (code) => code.replace('.', '') },
  five_digits: { versionHeader: HEADERS[2], rev2: (code) => `${code.replace('.', '')}0` },
  three_parts: {
    versionHeader: HEADERS[1],
    versions: VERSIONS,
    rev2: (code) => `${code}.0`,
    rev1: (code) => code.replace(/^(..)(..)/, '$1.$2.'),
  },
  sections: { versionHeader: HEADERS[0], versions: VERSIONS, rev2: addSection },
  numbers: {
    versionHeader: HEADERS[0],
    rev2: Number,
    rev1: (code) => (code.startsWith('0') ? code : Number(code)),
  },
  days: { versionHeader: HEADERS[2], rev2: toDay },
  unversioned: { rev2: writePlain },
} satisfies Record<string, Form>;

export type ClassificationForm = keyof typeof FORMS;

/** The sheet that explains the IDs of the unlicensed activities. */
export function writeUnlicensedSheet(form: ClassificationForm, options: CellOptions): string {
  const { versionHeader, versions = [1, 2], rev1 = writePlain, rev2 }: Form = FORMS[form];
  const header = ['ID', 'Denumire', 'Cod CAEM', versionHeader ?? null];
  const lines = unlicensedClasses.map(({ id, label, code, version }): Cell[] => {
    const written = version === 1 ? rev1(code) : rev2(code);
    return [
      id,
      label,
      written,
      versionHeader === undefined ? null : (versions[version - 1] ?? null),
    ];
  });
  return writeTable([header, ...lines], options);
}

/** The sheet that explains the IDs of the licensed activities. */
export function writeLicensedSheet(options: CellOptions): string {
  const lines = licensedClasses.map(({ id, label }) => [id, label]);
  return writeTable([['ID', 'Denumire'], ...lines], options);
}

function addSection(code: string): string {
  return `${SECTIONS.find((entry) => code.slice(0, 2) <= entry.slice(1))?.charAt(0)}${code}`;
}

/** `01.11` as the first of November, where the code is a day of the year. */
function toDay(code: string): Cell {
  const day = `2025-${code.slice(3)}-${code.slice(0, 2)}`;
  return isDay(day) ? toSerial(day, false) : code;
}
