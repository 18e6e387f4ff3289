import { listFormWords } from './legal-form.ts';
import { fold, joinDottedWords } from './text.ts';

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

const FORM = `(?:${[...listFormWords(), ...OPENINGS, ...ABBREVIATIONS]
  .sort((first, second) => second.length - first.length)
  .join('|')})`;
const LEADING_FORMS = new RegExp(`^(?:${FORM}(?: |$))+`);
const TRAILING_FORMS = new RegExp(`(?: ${FORM})+$`);
const FORM_WORDS: ReadonlySet<string> = new Set(
  [...listFormWords(), ...OPENINGS, ...ABBREVIATIONS].flatMap((form) => form.split(' ')),
);
const PUNCTUATION = /[^\p{L}\p{N}]+/gu;

/**
 * What a company is called without form words, quotes, punctuation and diacritics, for finding who
 * is meant: `S.R.L. "Vîrful"` and `Societatea cu Răspundere Limitată VÂRFUL` are both `virful`.
 * Empty where a name is nothing but a form.
 */
export function foldCompanyName(name: string): string {
  const words = joinDottedWords(fold(name), '').replace(PUNCTUATION, ' ').trim();
  // A look at the words on the edge spares most names the many alternatives of the patterns.
  const unopened = isFormWord(words.split(' ', 1)[0]) ? words.replace(LEADING_FORMS, '') : words;
  const last = unopened.slice(unopened.lastIndexOf(' ') + 1);
  return isFormWord(last) ? unopened.replace(TRAILING_FORMS, '') : unopened;
}

function isFormWord(word = ''): boolean {
  return FORM_WORDS.has(word);
}
