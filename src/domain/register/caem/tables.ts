import type { ParseResult } from '../../parse-result.ts';
import { fold } from '../text.ts';
import caem2005 from './caem-2005.json' with { type: 'json' };
import caemRev2 from './caem-rev2.json' with { type: 'json' };
import naceRev21 from './nace-rev2.1.json' with { type: 'json' };

/**
 * The register's numbers of the editions: 1 = CAEM of 2000 and 2005, 2 = CAEM Rev.2. The register
 * has no lines of a later edition yet; 3 stands for NACE Rev.2.1, 4 for any edition after it, of
 * which there is no table.
 */
export type CaemEdition = 1 | 2 | LaterEdition;
/** Their codes have the form of CAEM Rev.2, whose meaning may differ. */
export type LaterEdition = 3 | 4;

const WORDS =
  /\b(?:cod(?:ul)?|cae[mn]|nace|rev(?:iz[a-z]*|ision)?|ed(?:it[a-z]*)?|v(?:er(?:s[a-z]*)?)?|nr)\b/g;
/** A word and its number may be joined: `rev2`, `v.2`. */
const BETWEEN = /(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const NUMBER = /\d+(?:[.,]\d+)*|\bi{1,3}\b/g;
const EDITIONS = new Map<string, CaemEdition>([
  ...(['1', '1.0', '1.1', 'i', '2000', '2005'] as const).map((text) => [text, 1] as const),
  ...(['2', '2.0', 'ii', '2009'] as const).map((text) => [text, 2] as const),
  // NACE names its third edition 2.1, and national classifications name theirs 3.
  ...(['2.1', '3', '3.0', 'iii', '2025'] as const).map((text) => [text, 3] as const),
]);
const YEAR = /^(?:19|20)\d\d$/;
/** The year from which NACE Rev.2.1 applies. */
const LAST_KNOWN_YEAR = 2025;
const LAST_KNOWN_NUMBER = 2;

/** Labels of CAEM by code: Rev.2 as `62.01`, Rev.1 as five digits. */
const LABELS = new Map([...Object.entries(caemRev2.ro), ...withoutPoints(caem2005.ro)]);
const ENGLISH_LABELS = new Map([...Object.entries(caemRev2.en), ...withoutPoints(caem2005.en)]);
const REV21_LABELS = new Map(Object.entries(naceRev21.ro));
const REV21_ENGLISH_LABELS = new Map(Object.entries(naceRev21.en));
const LATER_EDITION = 'later than NACE Rev.2.1';

/** In the edition of 2000 but not 2005; Rev.2 uses this class with another meaning. */
const CODES_OF_2000 = new Set(['72200']);

/**
 * The code in its served form; null if the edition has no such class. Of an edition without a table
 * every code of four digits is accepted.
 */
export function findCaemCode(edition: CaemEdition, digits: string): string | null {
  if (edition === 4) return digits.length === 4 ? toRev2Form(digits) : null;
  const code = edition === 1 ? toRev1Form(digits) : toRev2Form(digits);
  if (edition === 3) return REV21_LABELS.has(code) ? code : null;
  return LABELS.has(code) || CODES_OF_2000.has(code) ? code : null;
}

export function isLaterEdition(edition: CaemEdition | null): edition is LaterEdition {
  return edition === 3 || edition === 4;
}

/** A code in its served form. */
interface CaemEntry {
  code: string;
  edition: string;
  /** Null where neither a table nor a dump has the label. */
  ro: string | null;
  /**
   * The label of NACE Rev.2, with which Rev.2 is one to one, of NACE Rev.1.1 or Rev.2.1; null for
   * national subclasses of the older edition, and where no table has the code.
   */
  en: string | null;
}

/**
 * Every code of the editions and of the given activities, by edition and code. Each code is listed
 * once, with the first edition that has it: most codes of NACE Rev.2.1 are those of CAEM Rev.2. No
 * table has the complete edition of 2000, so companies may have other codes of five digits.
 */
export function listCaemCodes(
  activities: readonly { code: string; label: string }[] = [],
): CaemEntry[] {
  const labels = new Map(activities.map(({ code, label }) => [code, label]));
  const known = [...LABELS.keys(), ...CODES_OF_2000, ...REV21_LABELS.keys()];
  const codes = new Set([...known, ...labels.keys()]);
  const entries = Array.from(codes, (code) => {
    const ro = findOfficialLabel(code) ?? labels.get(code) ?? null;
    const en = ENGLISH_LABELS.get(code) ?? REV21_ENGLISH_LABELS.get(code) ?? null;
    return { code, edition: findEditionName(code), ro, en };
  });
  return entries.sort(
    (one, other) =>
      EDITION_ORDER.indexOf(one.edition) - EDITION_ORDER.indexOf(other.edition) ||
      (one.code < other.code ? -1 : 1),
  );
}

const EDITION_ORDER: readonly string[] = [
  caemRev2.edition,
  caem2005.edition,
  naceRev21.edition,
  LATER_EDITION,
];

/** The first edition that may have the code. */
function findEditionName(code: string): string {
  if (!code.includes('.')) return caem2005.edition;
  if (LABELS.has(code)) return caemRev2.edition;
  return REV21_LABELS.has(code) ? naceRev21.edition : LATER_EDITION;
}

/**
 * The official label of a code in its served form. Without an edition that of CAEM, else that of
 * NACE Rev.2.1; 25 codes mean something else in each of these two.
 */
export function findOfficialLabel(code: string, edition: CaemEdition | null = null): string | null {
  const label = isLaterEdition(edition) ? undefined : LABELS.get(code);
  return label ?? (edition === 4 ? null : (REV21_LABELS.get(code) ?? null));
}

function withoutPoints(labels: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(labels).map(([code, label]) => [code.replaceAll('.', ''), label]);
}

function toRev1Form(digits: string): string {
  return digits.length === 4 ? `${digits}0` : digits;
}

/** With a fifth digit other than 0 the result is no code. */
function toRev2Form(digits: string): string {
  return `${digits.slice(0, 2)}.${digits.slice(2).replace(/^(..)0$/, '$1')}`;
}

/**
 * The edition in the column of versions: `1`, `2`, `CAEM`, `CAEM Rev.2`, a year. Null when the text
 * is empty; a fault when it has several editions or no number of one.
 */
export function toCaemEdition(
  text: string | null,
): ParseResult<CaemEdition | null, 'version_unknown'> {
  const folded = fold(text ?? '').replace(BETWEEN, ' ');
  if (!LETTER_OR_DIGIT.test(folded)) return { value: null };
  const numbers = folded.match(NUMBER) ?? [];
  const rest = folded.replace(WORDS, '').replace(NUMBER, '');
  if (LETTER_OR_DIGIT.test(rest)) return { fault: 'version_unknown' };
  if (numbers.length === 0 && /\bcaem\b/.test(folded)) return { value: 1 };
  const [edition, ...others] = new Set(numbers.map(findEdition));
  if (edition === undefined || others.length > 0) return { fault: 'version_unknown' };
  return { value: edition };
}

/** The later edition that a column's title names, such as `Cod CAEM Rev.3`; null for other titles. */
export function findLaterEdition(title: string): LaterEdition | null {
  const edition = toCaemEdition(title);
  return 'value' in edition && isLaterEdition(edition.value) ? edition.value : null;
}

/** `2,1` and `2.10` are 2.1. */
function findEdition(written: string): CaemEdition | undefined {
  const number = written.replace(',', '.').replace(/(\.\d+?)0+$/, '$1');
  const last = YEAR.test(number) ? LAST_KNOWN_YEAR : LAST_KNOWN_NUMBER;
  return EDITIONS.get(number) ?? (Number.parseFloat(number) > last ? 4 : undefined);
}
