import type { Cell } from '../xlsx-writer/sheet.ts';
import { toSerial } from './days.ts';

interface Code {
  /** Rev.2 in the form `62.01`, Rev.1 as five digits. */
  code: string;
  version: 1 | 2;
}

interface Form {
  /** Null: the sheet has no column of versions. */
  versionHeader: string | null;
  writeVersion: (version: 1 | 2) => Cell;
  writeCode: (code: Code) => Cell;
}

const HEADERS = [
  'Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)',
  'Versiunea CAEM',
  'CAEM version 1=CAEM, 2=CAEM rev.2',
] as const;
/** Sections with the last of their divisions. */
const SECTIONS =
  'A03 B09 C33 D35 E39 F43 G47 H53 I56 J63 K66 L68 M75 N82 O84 P85 Q88 R93 S96 T98 U99'.split(' ');
/** The year in which a spreadsheet made days of codes. */
const YEAR = 2025;

/**
 * How the sheet of unlicensed activities writes codes and versions: no public text shows real lines
 * of it, so that every form on record must be read alike.
 */
export const FORMS = {
  dotted: form(HEADERS[0], false, (code) => code),
  digits: form(HEADERS[1], false, (code) => code.replace('.', '')),
  five_digits: form(HEADERS[2], false, (code) => `${code.replace('.', '')}0`),
  three_parts: form(
    HEADERS[1],
    true,
    (code) => `${code}.0`,
    (code) => code.replace(/^(..)(..)/, '$1.$2.'),
  ),
  sections: form(HEADERS[0], true, (code) => toSection(code) + code),
  numbers: form(HEADERS[0], false, Number, (code) => (code.startsWith('0') ? code : Number(code))),
  days: form(HEADERS[2], false, toDay),
  unversioned: form(null, false, (code) => code),
};

export type ClassificationForm = keyof typeof FORMS;

function form(
  versionHeader: string | null,
  isVersionText: boolean,
  writeRev2: (code: string) => Cell,
  writeRev1: (code: string) => Cell = (code) => code,
): Form {
  return {
    versionHeader,
    writeVersion: (version) => (isVersionText ? (version === 1 ? 'CAEM' : 'CAEM Rev.2') : version),
    writeCode: ({ code, version }) => (version === 1 ? writeRev1(code) : writeRev2(code)),
  };
}

function toSection(code: string): string {
  return SECTIONS.find((entry) => code.slice(0, 2) <= entry.slice(1))?.charAt(0) ?? '';
}

/** `01.11` as the first of November, where the code is a day of the year. */
function toDay(code: string): Cell {
  const [day = '', month = ''] = code.split('.');
  const date = new Date(`${YEAR}-${month}-${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isDay ? toSerial(`${YEAR}-${month}-${day}`, false) : code;
}
