import { memoize } from '../memoize.ts';
import type { ParseResult } from '../parse-result.ts';
import { fold } from './text.ts';

/**
 * The forms of the register's column by their usual abbreviations. The words are those of the dump
 * of 14.09.2026 and of the National Bureau of Statistics' table of 2021. The abbreviations of
 * companies are the law's (Civil Code 1107/2002, laws 845/1992, 1134/1997 and 135/2007), the others
 * those that such bodies carry in their registered names.
 */
const FORMS: readonly (readonly [string, ...string[]])[] = [
  ['S.R.L.', 'Societate cu răspundere limitată'],
  [
    'S.A.',
    'Societate pe acțiuni',
    'Societate pe acțiuni de tip închis',
    'Societate pe acțiuni de tip deschis',
  ],
  ['Î.I.', 'Întreprindere individuală', 'Întreprinzător individual'],
  [
    'G.Ț.',
    'Întreprindere individuală în agricultură (gospodăria țărănească, de fermier)',
    'Gospodărie țărănească (de fermier)',
    'Gospodărie țărănească',
  ],
  ['Î.S.', 'Întreprindere de stat'],
  ['Î.M.', 'Întreprindere municipală'],
  ['S.N.C.', 'Societate în nume colectiv'],
  ['S.C.', 'Societate în comandită'],
  ['C.P.', 'Cooperativă de producție'],
  ['C.C.', 'Cooperativă de consum'],
  ['C.Î.', 'Cooperativă de întreprinzător', 'Cooperativă de întreprinzători'],
  ['I.P.', 'Instituție publică'],
  ['A.O.', 'Asociație obștească'],
  ['A.E.Î.', 'Asociație de economii și împrumut'],
];

/** Every value of `Company.legalForm`. */
export const LEGAL_FORMS: readonly string[] = FORMS.map(([abbreviation]) => abbreviation);

const FOLDED_FORMS: ReadonlyMap<string, string> = new Map(
  LEGAL_FORMS.map((form) => [fold(form), form]),
);
const ABBREVIATIONS: ReadonlyMap<string, string> = createAbbreviations();
const findAbbreviation = memoize(1_000, (text) => ABBREVIATIONS.get(toKey(text)) ?? '');

/**
 * The usual abbreviation of a form. A form without one (a branch, a concern) is a fault like an
 * unknown form; nothing is invented, and the register's words stay in the stored row.
 */
export function toLegalForm(text: string | null): ParseResult<string, 'legal_form_unknown'> {
  const value = text === null ? '' : findAbbreviation(text);
  return value === '' ? { fault: 'legal_form_unknown' } : { value };
}

/** The value of `Company.legalForm` that is typed, in any case, with or without diacritics. */
export function findLegalForm(typed: string): string | null {
  return FOLDED_FORMS.get(fold(typed)) ?? null;
}

/** The words of each form, folded, with and without the article, and its abbreviation. */
export function listFormWords(): (readonly [words: string, abbreviation: string])[] {
  return FORMS.flatMap(([abbreviation, ...words]) =>
    words.flatMap(toVariants).map((variant) => [variant, abbreviation] as const),
  );
}

/** Older files have the abbreviation, or the words with the article. */
function createAbbreviations(): ReadonlyMap<string, string> {
  const abbreviations = new Map<string, string>();
  for (const [abbreviation, ...words] of FORMS) {
    for (const variant of words.flatMap(toVariants)) abbreviations.set(variant, abbreviation);
    abbreviations.set(toKey(abbreviation), abbreviation);
    abbreviations.set(toKey(abbreviation.replaceAll('.', '')), abbreviation);
  }
  return abbreviations;
}

function toVariants(words: string): string[] {
  const key = toKey(words);
  const [noun = ''] = key.split(' ', 1);
  return [key, toDefinite(noun) + key.slice(noun.length)];
}

/** Societate → societatea, gospodărie → gospodăria, întreprinzător → întreprinzătorul. */
function toDefinite(noun: string): string {
  if (noun.endsWith('ie')) return `${noun.slice(0, -1)}a`;
  if (noun.endsWith('e')) return `${noun}a`;
  return noun.endsWith('a') ? noun : `${noun}ul`;
}

function toKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
