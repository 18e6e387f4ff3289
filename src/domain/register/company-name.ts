import { isWithoutValue } from './cell.ts';
import { FORM_ABBREVIATIONS, foldLatinName, foldWords } from './folded-words.ts';
import { isFormAlone } from './founders/type.ts';
import { FORMS_ALONE } from './founders/words.ts';
import { FORM_OPENINGS, listFormWords } from './legal-form.ts';
import { isPlaceholder } from './placeholder.ts';
import { hasLetter } from './text.ts';

/** A company's name in two parts, both folded and in Latin letters. */
interface NameParts {
  /** Without form words, quotes, punctuation and diacritics; empty if it is only a form. */
  name: string;
  /** `srl`; null if the name has none, or only words that may accompany any form. */
  form: string | null;
}

const OPENING_FORMS: ReadonlyMap<string, string | null> = new Map(FORM_OPENINGS);

/**
 * Legal forms by their words. Those of other countries stay: ALFA LTD is not the local ALFA S.R.L.
 */
const FORMS: ReadonlyMap<string, string | null> = new Map([
  ...[...FORM_ABBREVIATIONS].map((form) => [form, form] as const),
  ...listFormWords().map(([words, abbreviation]) => [words, foldWords(abbreviation)] as const),
  ...FORM_OPENINGS,
]);
/** The longest first. */
const WORDS = [...FORMS.keys()].sort((first, second) => second.length - first.length);
const WORDS_BY_FIRST = Map.groupBy(WORDS, (form) => form.split(' ', 1)[0] ?? '');
const WORDS_BY_LAST = Map.groupBy(WORDS, (form) => form.slice(form.lastIndexOf(' ') + 1));
const QUOTE = /["„“”‟«»]|''|,,/;
/** Everything up to the last quote. */
const LAST_QUOTE = /^.*(?:["„“”‟«»]|''|,,)/s;

/** The longest form in words has about 75 characters. */
const MAX_FORM_LENGTH = 100;
/** Quotes around the whole text do not make it a name. */
const QUOTED = /^["„“”‟«»]([^"„“”‟«»]*)["„“”‟«»]$/;
const NAME_IN_QUOTES = /["„“”‟«»][A-Za-z\u00c0-\u024f\u0400-\u04ff]/;

/** Whether a text is a company's name: not only digits, not only a form and no placeholder. */
export function isCompanyName(line: string): boolean {
  const [, inside] = QUOTED.exec(line) ?? [];
  if (inside !== undefined) return isCompanyName(inside);
  if (NAME_IN_QUOTES.test(line)) return !isWithoutValue(line);
  if (!hasLetter(line) || isPlaceholder(line)) return false;
  if (line.length > MAX_FORM_LENGTH || !mayBeForm(line)) return true;
  return !isFormAlone(line) && foldCompanyName(line) !== '';
}

/** Whether the first and the last word of a text occur in legal forms. */
function mayBeForm(line: string): boolean {
  const first = foldWords(line.split(' ', 1)[0] ?? '');
  if (first.length > 2 && !WORDS_BY_FIRST.has(first) && !FORMS_ALONE.has(first)) return false;
  const last = foldWords(line.slice(line.lastIndexOf(' ') + 1));
  return last.length <= 2 || WORDS_BY_LAST.has(last) || FORMS_ALONE.has(last);
}

/**
 * A company's name and form, for finding companies by name: `S.R.L. "Vîrful"` and
 * `Societatea cu Răspundere Limitată VÂRFUL` both become `virful`, `srl`. A form outside the quotes
 * counts first: `"IP ZTELECOM" SRL` is no institution, and differs from `SRL "ZTELECOM"`.
 */
export function toNameParts(text: string): NameParts {
  const first = text.search(QUOTE);
  if (first >= 0) {
    const last = LAST_QUOTE.exec(text)?.[0].length ?? text.length;
    const inside = foldLatinName(text.slice(first, last));
    const before = cutStart(foldLatinName(text.slice(0, first)), null);
    const after = cutEnd(` ${foldLatinName(text.slice(last))}`);
    if (inside !== '' && (before.cut > 0 || after.cut > 0)) {
      const name = [before.words, inside, after.words].filter((part) => part !== '').join(' ');
      return { name, form: pickForm(after.form, before.form) };
    }
  }
  const end = cutEnd(foldLatinName(text));
  const start = cutStart(end.words, end.form);
  return { name: start.words, form: pickForm(end.form, start.form) };
}

export function foldCompanyName(text: string): string {
  return toNameParts(text).name;
}

/** The words that are left, how many forms were removed, and the form that they indicate. */
interface Cut {
  words: string;
  cut: number;
  form: string | null;
}

/** Of two different forms the second is part of the name. */
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

/** Leaves a text that is only a form, which `cutStart` removes. */
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
