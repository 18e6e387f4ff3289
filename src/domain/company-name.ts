import { isWithoutValue } from './cell.ts';
import { foldWords } from './folded-words.ts';
import { isFormAlone } from './founder-type.ts';
import { listFormWords } from './legal-form.ts';
import { isPlaceholder } from './placeholder.ts';
import { hasLetter } from './text.ts';

/** What names of this country carry beside the words of their form. */
const OPENINGS = [
  'societatea comerciala',
  'intreprinderea mixta',
  'intreprinderea cu capital strain',
  'firma de productie si comert',
  'firma de productie',
  'firma comerciala',
];
/** Forms of other countries stay: ALFA LTD is not the ALFA S.R.L. of this one. */
const ABBREVIATIONS = 'srl sa ii im is ics sc snc gt cc cp ci ip ao aei fpc'.split(' ');

const FORMS = [...listFormWords(), ...OPENINGS, ...ABBREVIATIONS].sort(
  (first, second) => second.length - first.length,
);
/** The longest first. */
const FORMS_BY_FIRST_WORD = Map.groupBy(FORMS, (form) => form.split(' ', 1)[0] ?? '');
const FORMS_BY_LAST_WORD = Map.groupBy(FORMS, (form) => form.slice(form.lastIndexOf(' ') + 1));

/** The longest form in words has some 75 characters. */
const MAX_FORM_LENGTH = 100;
const NAME_IN_QUOTES = /["„“”‟«»][\p{L}\p{N}]/u;

/** Whether a text names a company: digits alone, a form alone and placeholders do not. */
export function isCompanyName(line: string): boolean {
  if (!hasLetter(line) || isWithoutValue(line)) return false;
  if (NAME_IN_QUOTES.test(line)) return true;
  if (isPlaceholder(line)) return false;
  return line.length > MAX_FORM_LENGTH || !(isFormAlone(line) || foldCompanyName(line) === '');
}

/**
 * What a company is called without form words, quotes, punctuation and diacritics, for finding who
 * is meant: `S.R.L. "Vîrful"` and `Societatea cu Răspundere Limitată VÂRFUL` are both `virful`.
 * Empty where a name is nothing but a form.
 */
export function foldCompanyName(name: string): string {
  return cutTrailingForms(cutLeadingForms(foldWords(name)));
}

function cutLeadingForms(words: string): string {
  const [first = ''] = words.split(' ', 1);
  const form = FORMS_BY_FIRST_WORD.get(first)?.find(
    (one) => words === one || words.startsWith(`${one} `),
  );
  return form === undefined ? words : cutLeadingForms(words.slice(form.length + 1));
}

/** What is nothing but a form was cut as a leading one. */
function cutTrailingForms(words: string): string {
  const last = words.slice(words.lastIndexOf(' ') + 1);
  const form = FORMS_BY_LAST_WORD.get(last)?.find((one) => words.endsWith(` ${one}`));
  return form === undefined ? words : cutTrailingForms(words.slice(0, -form.length - 1));
}
