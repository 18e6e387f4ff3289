import { isWithoutValue } from './cell.ts';
import { FORM_ABBREVIATIONS } from './dotted-words.ts';
import { foldWords } from './folded-words.ts';
import { isFormAlone } from './founders/type.ts';
import { FORMS_ALONE } from './founders/words.ts';
import { listFormWords } from './legal-form.ts';
import { isPlaceholder } from './placeholder.ts';
import { hasLetter } from './text.ts';

/** A company's name in two parts, both folded. */
export interface NameParts {
  /** Without form words, quotes, punctuation and diacritics; empty where it is only a form. */
  name: string;
  /** `srl`; null where the name has none, or only what may stand beside any. */
  form: string | null;
}

/** What stands beside a form, or is one where no other is; the key says which. */
const OPENINGS: readonly (readonly [string, string | null])[] = [
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
const OPENING_FORMS: ReadonlyMap<string, string | null> = new Map(OPENINGS);

/** By their words; forms of other countries stay: ALFA LTD is not the ALFA S.R.L. of this one. */
const FORMS: ReadonlyMap<string, string | null> = new Map([
  ...[...FORM_ABBREVIATIONS].map((form) => [form, form] as const),
  ...listFormWords().map(([words, abbreviation]) => [words, foldWords(abbreviation)] as const),
  ...OPENINGS,
]);
/** The longest first. */
const WORDS = [...FORMS.keys()].sort((first, second) => second.length - first.length);
const WORDS_BY_FIRST = Map.groupBy(WORDS, (form) => form.split(' ', 1)[0] ?? '');
const WORDS_BY_LAST = Map.groupBy(WORDS, (form) => form.slice(form.lastIndexOf(' ') + 1));
const QUOTE = /["„“”‟«»]|''|,,/;
/** All up to the last. */
const LAST_QUOTE = /^.*(?:["„“”‟«»]|''|,,)/s;

/** The longest form in words has some 75 characters. */
const MAX_FORM_LENGTH = 100;
/** Quotes around all of a text make no name of what is none. */
const QUOTED = /^["„“”‟«»]([^"„“”‟«»]*)["„“”‟«»]$/;
const NAME_IN_QUOTES = /["„“”‟«»][A-Za-z\u00c0-\u024f\u0400-\u04ff]/;

/** Whether a text names a company: digits alone, a form alone and placeholders do not. */
export function isCompanyName(line: string): boolean {
  const [, inside] = QUOTED.exec(line) ?? [];
  if (inside !== undefined) return isCompanyName(inside);
  if (NAME_IN_QUOTES.test(line)) return !isWithoutValue(line);
  if (!hasLetter(line) || isPlaceholder(line)) return false;
  if (line.length > MAX_FORM_LENGTH || !mayBeForm(line)) return true;
  return !isFormAlone(line) && foldCompanyName(line) !== '';
}

/** Whether the first and the last word of a text are such as forms have. */
function mayBeForm(line: string): boolean {
  const first = foldWords(line.split(' ', 1)[0] ?? '');
  if (first.length > 2 && !WORDS_BY_FIRST.has(first) && !FORMS_ALONE.has(first)) return false;
  const last = foldWords(line.slice(line.lastIndexOf(' ') + 1));
  return last.length <= 2 || WORDS_BY_LAST.has(last) || FORMS_ALONE.has(last);
}

/**
 * What a company is called and its form, for finding who is meant: `S.R.L. "Vîrful"` and
 * `Societatea cu Răspundere Limitată VÂRFUL` are both `virful`, `srl`. A form is looked for outside
 * the quotes first: `"IP ZTELECOM" SRL` is no institution, and not the `SRL "ZTELECOM"`.
 */
export function toNameParts(text: string): NameParts {
  const first = text.search(QUOTE);
  if (first >= 0) {
    const last = LAST_QUOTE.exec(text)?.[0].length ?? text.length;
    const inside = foldWords(text.slice(first, last));
    const before = cutStart(foldWords(text.slice(0, first)), null);
    const behind = cutEnd(` ${foldWords(text.slice(last))}`);
    if (inside !== '' && (before.cut > 0 || behind.cut > 0)) {
      const name = [before.words, inside, behind.words].filter((part) => part !== '').join(' ');
      return { name, form: pickForm(behind.form, before.form) };
    }
  }
  const end = cutEnd(foldWords(text));
  const start = cutStart(end.words, end.form);
  return { name: start.words, form: pickForm(end.form, start.form) };
}

export function foldCompanyName(text: string): string {
  return toNameParts(text).name;
}

/** Words of which forms were cut, how many of those, and the form that they tell. */
interface Cut {
  words: string;
  cut: number;
  form: string | null;
}

/** Two different forms are not both one: the second is a part of the name. */
function cutStart(words: string, known: string | null): Cut {
  const result: Cut = { words, cut: 0, form: known };
  while (result.words !== '') {
    const [first = ''] = result.words.split(' ', 1);
    const form = WORDS_BY_FIRST.get(first)?.find(
      (one) => result.words === one || result.words.startsWith(`${one} `),
    );
    if (form === undefined || !takeForm(result, form)) return result;
    result.words = result.words.slice(form.length + 1);
  }
  return result;
}

/** What is nothing but a form is cut as a leading one. */
function cutEnd(words: string): Cut {
  const result: Cut = { words, cut: 0, form: null };
  while (result.words.length > 1) {
    const last = result.words.slice(result.words.lastIndexOf(' ') + 1);
    const form = WORDS_BY_LAST.get(last)?.find((one) => result.words.endsWith(` ${one}`));
    if (form === undefined || !takeForm(result, form)) break;
    result.words = result.words.slice(0, -form.length - 1);
  }
  result.words = result.words.trim();
  return result;
}

function takeForm(result: Cut, words: string): boolean {
  const form = FORMS.get(words) ?? null;
  const isOpening = OPENING_FORMS.has(words);
  if (!isOpening && isDecisive(result.form) && result.form !== form) return false;
  result.cut++;
  if (!isDecisive(result.form)) result.form = isOpening ? (result.form ?? form) : form;
  return true;
}

function isDecisive(form: string | null): boolean {
  return form !== null && !OPENING_FORMS.has(form);
}

function pickForm(one: string | null, other: string | null): string | null {
  return isDecisive(one) ? one : isDecisive(other) ? other : (one ?? other);
}
