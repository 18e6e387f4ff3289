import { memoize } from '../memoize.ts';
import { toLatin } from './cyrillic.ts';
import { fold, foldVowel } from './text.ts';

/**
 * Abbreviations of this country's legal forms, without points: S.R.L., Î.I., G.Ț. The last four
 * also occur next to a form: societate comercială, întreprindere cu capital străin, firmă, mixtă.
 */
export const FORM_ABBREVIATIONS: ReadonlySet<string> = new Set(
  'srl sa ii is snc gt cc cp ci ip ao aei sc ics fpc im'.split(' '),
);
/** The most parts of a form that is written `s. r. l.`; longer rows of parts are no form. */
const MAX_FORM_PARTS = Math.max(...Array.from(FORM_ABBREVIATIONS, (form) => form.length));

const PUNCTUATION = /[^\p{L}\p{N}]+/gu;
/** Two apostrophes are a quote too. */
const QUOTE = /["„“”«»‟〝〞＂]|['’‘‚‛`´]{2}/;
const DOTTED_WORD = /(?<![\p{L}\p{N}])(?:\p{L}\. ?)+(?:\p{L}(?![\p{L}\p{N}]))?/gu;
const POINTS = /\./g;
const SINGLE = /^\p{L}\.$/u;

/** Entries of the table other than the code of a folded letter or digit. */
const UNKNOWN = 0;
const SEPARATOR = 0x20;
const INNER_VOWEL = 0xfe;
const UNUSUAL = 0xff;
/**
 * Covers Latin and Cyrillic letters and punctuation. Each entry is derived when it is first used:
 * deriving all of them at once would add 20 ms to every start of a process.
 */
const TABLE = new Uint8Array(0x2100);
for (const vowel of 'âÂîÎ') TABLE[vowel.charCodeAt(0)] = INNER_VOWEL;
const MAX_TABLE_LENGTH = 4_096;
const buffer = Buffer.alloc(MAX_TABLE_LENGTH);

/** Forms with points, `S.R.L.`, repeat, and folding them takes long. */
const MAX_KNOWN_PARTS = 1_000;
const foldPart = memoize(MAX_KNOWN_PARTS, foldAnyWords);

/**
 * The folded words of a text, separated by single spaces. Every character that is neither letter nor
 * digit separates words, except that points join the letters of `S.R.L.` up to the next quote. Every
 * name of the register is folded, so Latin text without points is read from a table.
 */
export function foldWords(text: string): string {
  const folded = foldLatinWords(text);
  if (folded !== null) return folded;
  const parts = text.split(QUOTE).map((part) => foldLatinWords(part) ?? foldPart(part));
  return parts.filter((part) => part !== '').join(' ');
}

/** As `foldWords`, in Latin letters: how names are compared, whichever alphabet they are typed in. */
export function foldLatinName(text: string): string {
  return toLatin(foldWords(text));
}

/** The reference implementation, for any text. */
export function foldAnyWords(text: string): string {
  const parts = text.split(QUOTE).map((part) => joinDottedWords(fold(part), ''));
  return parts.join(' ').replace(PUNCTUATION, ' ').trim();
}

/**
 * Joins letters with points into one word: `s.r.l.` and `s. r. l.` in a lower-case text become `srl`
 * followed by `suffix`. In a row of such letters a legal form is a separate word,
 * `s.r.l. a.b. prim`, and a letter without a point belongs to the next word: `s.r.l. e-comert`.
 */
export function joinDottedWords(lower: string, suffix: string): string {
  if (!lower.includes('.')) return lower;
  return lower.replace(DOTTED_WORD, (dotted) => {
    const words = splitForms(dotted.trim().split(' '));
    return words
      .map((word) => `${word.replace(POINTS, '')}${word.includes('.') ? suffix : ''} `)
      .join('');
  });
}

/** Groups the parts into words with their points: a legal form is one, as is a row of letters. */
function splitForms(parts: readonly string[]): string[] {
  if (parts.length === 1) return [...parts];
  for (let count = Math.min(parts.length, MAX_FORM_PARTS); count > 0; count--) {
    if (isForm(parts.slice(0, count))) {
      return [parts.slice(0, count).join(''), ...splitForms(parts.slice(count))];
    }
  }
  for (let from = Math.max(1, parts.length - MAX_FORM_PARTS); from < parts.length; from++) {
    if (isForm(parts.slice(from))) {
      return [...splitForms(parts.slice(0, from)), parts.slice(from).join('')];
    }
  }
  return parts.every((part) => SINGLE.test(part)) ? [parts.join('')] : [...parts];
}

function isForm(parts: readonly string[]): boolean {
  return FORM_ABBREVIATIONS.has(fold(parts.join('').replace(POINTS, '')));
}

/** Null when a character needs more than the table. */
function foldLatinWords(text: string): string | null {
  if (text.length > MAX_TABLE_LENGTH) return null;
  let size = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    let code = TABLE[unit] ?? UNUSUAL;
    if (code === UNKNOWN) {
      code = toEntry(unit);
      TABLE[unit] = code;
    }
    if (code === UNUSUAL) return null;
    if (code === INNER_VOWEL) code = foldVowel(text, at).charCodeAt(0);
    const isRepeated = size === 0 || buffer[size - 1] === SEPARATOR;
    if (code !== SEPARATOR || !isRepeated) buffer[size++] = code;
  }
  if (size > 0 && buffer[size - 1] === SEPARATOR) size--;
  return buffer.toString('latin1', 0, size);
}

function toEntry(unit: number): number {
  const character = String.fromCharCode(unit);
  // Between digits, because there folding does not depend on the neighbours.
  const folded = fold(`0${character}0`).slice(1, -1);
  const isPlain = /^[a-z0-9]$/.test(folded) && unit !== 0x130;
  if (isPlain) return folded.charCodeAt(0);
  const isSeparator = folded.length === 1 && !/[.\p{L}\p{N}\p{M}\p{C}]/u.test(folded);
  return isSeparator ? SEPARATOR : UNUSUAL;
}
