import type { ParseResult } from '../../parse-result.ts';
import type { ActivityClass } from '../activities.ts';
import { fold } from '../text.ts';
import caem2005 from './caem-2005.json' with { type: 'json' };
import caemRev2 from './caem-rev2.json' with { type: 'json' };

/** The register's numbers of the editions: 1 = CAEM of 2000 and 2005, 2 = CAEM Rev.2. */
export type CaemEdition = 1 | 2;

const WORDS = /\b(?:caem|nace|rev(?:iz[a-z]*|ision)?|ed(?:it[a-z]*)?|v(?:er(?:s[a-z]*)?)?|nr)\b/g;
/** A word and its number may be joined: `rev2`, `v.2`. */
const BETWEEN = /(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const NUMBER = /\d+(?:\.\d+)*|\bi{1,2}\b/g;
const EDITIONS = new Map<string, CaemEdition>([
  ...(['1', '1.0', '1.1', 'i', '2000', '2005'] as const).map((text) => [text, 1] as const),
  ...(['2', '2.0', 'ii', '2009'] as const).map((text) => [text, 2] as const),
]);

/** Labels of both editions by code: Rev.2 as `62.01`, Rev.1 as five digits. */
const LABELS = new Map([...Object.entries(caemRev2.ro), ...withoutPoints(caem2005.ro)]);
const ENGLISH_LABELS = new Map([...Object.entries(caemRev2.en), ...withoutPoints(caem2005.en)]);

/** In the edition of 2000 but not 2005; Rev.2 uses this class with another meaning. */
const CODES_OF_2000 = new Set(['72200']);

/** The code in its served form; null if the edition has no such class. */
export function findCaemCode(edition: CaemEdition, digits: string): string | null {
  const code = edition === 1 ? toRev1Form(digits) : toRev2Form(digits);
  return LABELS.has(code) || CODES_OF_2000.has(code) ? code : null;
}

/** A code in its served form. */
interface CaemEntry {
  code: string;
  edition: string;
  /** Null where neither a table nor a dump has the label. */
  ro: string | null;
  /**
   * The label of NACE Rev.2, with which Rev.2 is one to one, or of NACE Rev.1.1; null for national
   * subclasses of the older edition, and where no table has the code.
   */
  en: string | null;
}

/**
 * Every code of both editions and of the given activities, by edition and code. No table has the
 * complete edition of 2000, so companies may have other codes of five digits.
 */
export function listCaemCodes(activities: readonly ActivityClass[] = []): CaemEntry[] {
  const labels = new Map(activities.map(({ code, label }) => [code, label]));
  const codes = new Set([...LABELS.keys(), ...CODES_OF_2000, ...labels.keys()]);
  const entries = Array.from(codes, (code) => {
    const { edition } = code.includes('.') ? caemRev2 : caem2005;
    const ro = LABELS.get(code) ?? labels.get(code) ?? null;
    return { code, edition, ro, en: ENGLISH_LABELS.get(code) ?? null };
  });
  return entries.sort(
    (one, other) => other.edition.length - one.edition.length || (one.code < other.code ? -1 : 1),
  );
}

/** The official label of a code in its served form. */
export function findOfficialLabel(code: string): string | null {
  return LABELS.get(code) ?? null;
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
 * is empty; a fault when it has several editions or an unknown one, such as `CAEM Rev.2.1`.
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
  const [edition, ...others] = new Set(numbers.map((number) => EDITIONS.get(number)));
  if (edition === undefined || others.length > 0) return { fault: 'version_unknown' };
  return { value: edition };
}
