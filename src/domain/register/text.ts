/** The maximum length of a served value; a joint entry of 20 companies fits. */
export const MAX_LINE_LENGTH = 8_192;

/** Matches texts that are not clean; most cells have only single spaces, letters, quotes, dashes. */
const UNCLEAN = /[^!-~\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u2010-\u2027 ]| {2}|^ | $/;
const INVISIBLE = /\p{Cf}+/gu;
const SPACES = /[\s\p{Cc}]+/gu;
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029]+/;
const LETTER = /\p{L}/u;

const PUNCTUATION = /[^\p{L}\p{N}]+/gu;
const COMBINING_MARK = /[\u0300-\u036f]/;
/** Matches lower-case texts that are not completely folded. */
const UNFOLDED = /[^ !#-~]|''| {2}|^ | $/;
const NOT_ASCII = /[^ -~]/g;
const DOUBLE_QUOTES = /"|''/g;
const MORE_SPACES = / {2,}/g;

/** Letters without a base letter in Unicode, and `ё`, which is mostly written as `е`. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ё: 'е',
};
const FOLDS = createFolds();

/** A cell's text as one line in NFC, without control and invisible characters, single spaces. */
export function toLine(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  const visible = text.toWellFormed().replace(INVISIBLE, '');
  return visible.normalize('NFC').replace(SPACES, ' ').trim();
}

/** As `toLine`, for each line; lines that are not empty are joined with `\n`. */
export function toLines(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  if (!LINE_END.test(text)) return toLine(text);
  const lines = text.split(LINE_END).map(toLine);
  return lines.filter((line) => line !== '').join('\n');
}

/** The line, cut to MAX_LINE_LENGTH, which is flagged. */
export function cutLine(line: string, flags?: { add(flag: 'text_cut'): unknown }): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  flags?.add('text_cut');
  return line.slice(0, MAX_LINE_LENGTH).toWellFormed().trimEnd();
}

export function hasLetter(text: string): boolean {
  return beginsWithAsciiLetter(text) || LETTER.test(text);
}

/** A fast check, true for most cells of text. */
function beginsWithAsciiLetter(text: string): boolean {
  // The bit makes the letter lower case.
  const code = text.charCodeAt(0) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** The first letter of a text, folded; null if it has none. */
export function findFirstLetter(text: string): string | null {
  if (beginsWithAsciiLetter(text)) return text.charAt(0).toLowerCase();
  const [letter] = LETTER.exec(text) ?? [];
  return letter === undefined ? null : foldLetters(letter.toLowerCase()).charAt(0);
}

/**
 * The form in which texts are compared: lower case, no diacritics (ş and ș become s), one kind of
 * dash and apostrophe, no double quotes, single spaces. Cyrillic letters stay. Inside a word â and
 * î, two spellings of one sound, both become i: `Sângerei`, `Sîngerei` and `Singerei` fold alike.
 * Only `român` becomes `roman`.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!UNFOLDED.test(lower)) return lower;
  return foldLetters(lower).replace(DOUBLE_QUOTES, ' ').replace(MORE_SPACES, ' ').trim();
}

/** The folded words, separated by single spaces; every other character separates words. */
export function foldPlainWords(text: string): string {
  return fold(text).replace(PUNCTUATION, ' ').trim();
}

function foldLetters(lower: string): string {
  const text = COMBINING_MARK.test(lower) ? lower.normalize('NFC') : lower;
  return text.replace(NOT_ASCII, (letter, at: number) =>
    letter === 'â' || letter === 'î' ? foldVowel(text, at) : (FOLDS.get(letter) ?? letter),
  );
}

/** The folded â or î at this index, in any case: inside a word i, except in `român`. */
export function foldVowel(text: string, at: number): 'a' | 'i' {
  const isInner = at > 0 && LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at + 1));
  if (!isInner) return /[âÂ]/.test(text.charAt(at)) ? 'a' : 'i';
  return /^rom[âîÂÎ]n$/i.test(text.slice(at - 3, at + 2)) ? 'a' : 'i';
}

/** The folded text of each lower-case UTF-16 unit. */
function createFolds(): ReadonlyMap<string, string> {
  const folds = new Map(Object.entries(OTHER_LETTERS));
  const setAll = (characters: Iterable<string>, substitute: string) => {
    for (const character of characters) folds.set(character, substitute);
  };
  for (const [first, last] of [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ] as const) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCharCode(code);
      const [base = ''] = letter.normalize('NFD').toLowerCase();
      // The base of ǽ is itself one of the other letters.
      if (base !== letter) folds.set(letter, folds.get(base) ?? base);
    }
  }
  for (let code = 0x300; code <= 0x36f; code++) folds.set(String.fromCharCode(code), '');
  setAll('„“”«»‟〝〞＂\t\n\v\f\r\u00a0\u2002\u2003\u2007\u2009\u202f', ' ');
  setAll('’‘‚‛´ʼ′', "'");
  setAll('‐‑‒–—―−', '-');
  setAll('\u00ad\u200b\u200c\u200d\u2060\ufeff', '');
  return folds;
}
