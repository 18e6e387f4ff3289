import type { Language } from '../account/language.ts';
import { memoize } from '../memoize.ts';
import type { ParseResult } from '../parse-result.ts';
import { FORM_ABBREVIATIONS } from './folded-words.ts';
import { findFirstLetter, foldPlainWords } from './text.ts';

type Label = Readonly<Record<Language, string>>;

/**
 * The forms of the register's column by their usual abbreviations, which are the values of
 * `Company.legalForm`, in the languages of the service. The Romanian words are those of the dump
 * of 14.09.2026 and of the National Bureau of Statistics' table of 2021. The abbreviations of
 * companies are the law's (Civil Code 1107/2002, laws 845/1992, 1134/1997 and 135/2007), the others
 * those that such bodies carry in their registered names.
 */
export const LEGAL_FORM_LABELS: Readonly<Record<string, Label>> = {
  'S.R.L.': {
    ro: 'Societate cu răspundere limitată',
    ru: 'Общество с ограниченной ответственностью',
    en: 'Limited liability company',
  },
  'S.A.': { ro: 'Societate pe acțiuni', ru: 'Акционерное общество', en: 'Joint-stock company' },
  'Î.I.': {
    ro: 'Întreprindere individuală',
    ru: 'Индивидуальное предприятие',
    en: 'Individual enterprise (sole trader)',
  },
  'G.Ț.': {
    ro: 'Gospodărie țărănească (de fermier)',
    ru: 'Крестьянское (фермерское) хозяйство',
    en: 'Peasant farm',
  },
  'Î.S.': {
    ro: 'Întreprindere de stat',
    ru: 'Государственное предприятие',
    en: 'State enterprise',
  },
  'Î.M.': {
    ro: 'Întreprindere municipală',
    ru: 'Муниципальное предприятие',
    en: 'Municipal enterprise',
  },
  'S.N.C.': {
    ro: 'Societate în nume colectiv',
    ru: 'Полное товарищество',
    en: 'General partnership',
  },
  'S.C.': {
    ro: 'Societate în comandită',
    ru: 'Коммандитное товарищество',
    en: 'Limited partnership',
  },
  'C.P.': {
    ro: 'Cooperativă de producție',
    ru: 'Производственный кооператив',
    en: 'Production co-operative',
  },
  'C.C.': {
    ro: 'Cooperativă de consum',
    ru: 'Потребительский кооператив',
    en: 'Consumer co-operative',
  },
  'C.Î.': {
    ro: 'Cooperativă de întreprinzător',
    ru: 'Предпринимательский кооператив',
    en: "Entrepreneurs' co-operative",
  },
  'I.P.': { ro: 'Instituție publică', ru: 'Публичное учреждение', en: 'Public institution' },
  'A.O.': { ro: 'Asociație obștească', ru: 'Общественное объединение', en: 'Public association' },
  'A.E.Î.': {
    ro: 'Asociație de economii și împrumut',
    ru: 'Ссудо-сберегательная ассоциация',
    en: 'Savings and credit association',
  },
};
/** Other words that the column has for them. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  'S.A.': ['Societate pe acțiuni de tip închis', 'Societate pe acțiuni de tip deschis'],
  'Î.I.': ['Întreprinzător individual'],
  'G.Ț.': [
    'Întreprindere individuală în agricultură (gospodăria țărănească, de fermier)',
    'Gospodărie țărănească',
  ],
  'C.Î.': ['Cooperativă de întreprinzători'],
};

export const LEGAL_FORMS: readonly string[] = Object.keys(LEGAL_FORM_LABELS);

/** Words that accompany a form, with the form that they mean if there is no other. */
export const FORM_OPENINGS: readonly (readonly [string, string | null])[] = [
  ['societatea comerciala', null],
  ['intreprinderea mixta', 'im'],
  ['intreprinderea cu capital strain', 'ics'],
  ['firma de productie si comert', 'fpc'],
  ['firma de productie', null],
  ['firma comerciala', null],
  ['sc', null],
  ['ics', 'ics'],
  ['fpc', 'fpc'],
  ['im', 'im'],
];

/** Letters that a folded one stands for. */
const SPELLINGS: Readonly<Record<string, string>> = {
  a: '[aăâ]',
  i: '[iîâ]',
  s: '[sșş]',
  t: '[tțţ]',
};
/** Words of legal forms, in any spelling, and quotes before a name. */
const BEFORE_NAME = createBeforeName();

const ABBREVIATIONS: ReadonlyMap<string, string> = createAbbreviations();
const findAbbreviation = memoize(1_000, (text) => ABBREVIATIONS.get(foldPlainWords(text)) ?? '');

/**
 * The usual abbreviation of a form. A form without one (a branch, a concern) is a fault like an
 * unknown form; nothing is invented, and the register's words stay in the stored row.
 */
export function toLegalForm(text: string | null): ParseResult<string, 'legal_form_unknown'> {
  const value = text === null ? '' : findAbbreviation(text);
  return value === '' ? { fault: 'legal_form_unknown' } : { value };
}

/** The value of `Company.legalForm` that is typed, as the register's column is read: `SRL` too. */
export function findLegalForm(typed: string): string | null {
  return ABBREVIATIONS.get(foldPlainWords(typed)) ?? null;
}

/** The words of each form, folded, with and without the article, and its abbreviation. */
export function listFormWords(): (readonly [words: string, abbreviation: string])[] {
  return Object.entries(LEGAL_FORM_LABELS).flatMap(([abbreviation, { ro }]) =>
    [ro, ...(OTHER_WORDS[abbreviation] ?? [])]
      .flatMap(toVariants)
      .map((variant) => [variant, abbreviation] as const),
  );
}

/** Older files have the abbreviation, or the words with the article. */
function createAbbreviations(): ReadonlyMap<string, string> {
  const abbreviations = new Map(listFormWords());
  for (const form of LEGAL_FORMS) {
    abbreviations.set(foldPlainWords(form), form);
    abbreviations.set(foldPlainWords(form.replaceAll('.', '')), form);
  }
  return abbreviations;
}

function toVariants(words: string): string[] {
  const key = foldPlainWords(words);
  const [noun = ''] = key.split(' ', 1);
  return [key, toDefinite(noun) + key.slice(noun.length)];
}

/** Societate → societatea, gospodărie → gospodăria, întreprinzător → întreprinzătorul. */
function toDefinite(noun: string): string {
  if (noun.endsWith('ie')) return `${noun.slice(0, -1)}a`;
  if (noun.endsWith('e')) return `${noun}a`;
  return noun.endsWith('a') ? noun : `${noun}ul`;
}

/** The first letter of a company's name behind its form and quotes, folded; null if it has none. */
export function findInitial(text: string): string | null {
  const [before = ''] = BEFORE_NAME.exec(text) ?? [];
  return findFirstLetter(text.slice(before.length)) ?? findFirstLetter(text);
}

function createBeforeName(): RegExp {
  const forms = [...listFormWords(), ...FORM_OPENINGS];
  const words = new Set([...FORM_ABBREVIATIONS, ...forms.flatMap(([form]) => form.split(' '))]);
  const patterns = [...words].map((word) =>
    [...word].map((letter) => SPELLINGS[letter] ?? letter).join('\\.?'),
  );
  return new RegExp(
    `^(?:(?:${patterns.join('|')})(?![A-Za-z\\u00c0-\\u024f\\d])|[^A-Za-z\\d\\u00c0-\\uffff])*`,
    'i',
  );
}
