/** The longest text of one value that is served; a joint entry of 20 companies fits. */
export const MAX_LINE_LENGTH = 8_192;

/** What a clean line never has; most cells pass this one test and are left as they are. */
const UNCLEAN = /[\p{Cc}\p{Cf}\p{M}\p{Cs}]|[^\S ]| {2}|^ | $/u;
const INVISIBLE = /\p{Cf}+/gu;
const SPACES = /[\s\p{Cc}]+/gu;

const LETTER = /\p{L}/u;
const NOT_ASCII = /[^\u0020-\u007e]/;
const MARK = /\p{M}/u;
/** Outside these the two letters of one sound fold alike. */
const ROMAN = /rom[âî]n/g;
const INNER_VOWEL = /(?<=\p{L})[âî](?=\p{L})/gu;
const FOLDED_BY_TABLE = /[^\u0020-\u007e]/g;
const DOUBLE_QUOTES = /"|''/g;
const MORE_SPACES = / {2,}/g;

/** Letters that have no base letter in Unicode, and signs that stand for one another. */
const OTHER_FOLDS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const FOLDS = createFolds();

/** A cell's text on one line: no control or invisible characters, single spaces, composed. */
export function toLine(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  const visible = text.toWellFormed().replace(INVISIBLE, '');
  return visible.normalize('NFC').replace(SPACES, ' ').trim();
}

export function hasLetter(text: string): boolean {
  return LETTER.test(text);
}

/**
 * What texts are compared by: lower case, no diacritics (ş and ș are s), one kind of dash and
 * apostrophe, no double quotes, single spaces. Cyrillic letters stay. Inside a word â and î, which
 * two orthographies write for one sound, both are i: `Sângerei` and `Sîngerei` fold alike, and
 * like the `Singerei` of those who write without diacritics. Only `român` is `roman`.
 */
export function fold(text: string): string {
  let folded = text.toLowerCase();
  if (NOT_ASCII.test(folded)) {
    if (MARK.test(folded)) folded = folded.normalize('NFC');
    folded = folded.replace(ROMAN, 'roman').replace(INNER_VOWEL, 'i');
    folded = folded.replace(FOLDED_BY_TABLE, (character) => FOLDS.get(character) ?? character);
  }
  return folded.replace(DOUBLE_QUOTES, ' ').replace(MORE_SPACES, ' ').trim();
}

function createFolds(): ReadonlyMap<string, string> {
  const folds = new Map(Object.entries(OTHER_FOLDS));
  for (const [first, last] of [
    [0x00c0, 0x024f],
    [0x1e00, 0x1eff],
  ] as const) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCharCode(code);
      const [base = ''] = letter.normalize('NFD').toLowerCase();
      if (base !== letter && !folds.has(letter)) folds.set(letter, base);
    }
  }
  for (let code = 0x0300; code <= 0x036f; code++) folds.set(String.fromCharCode(code), '');
  for (const quote of '„“”«»‟〝〞＂') folds.set(quote, ' ');
  for (const apostrophe of '’‘‚‛`´') folds.set(apostrophe, "'");
  for (const dash of '‐‑‒–—―−') folds.set(dash, '-');
  for (const space of '\t\n\v\f\r\u00a0\u2002\u2003\u2007\u2009\u202f') folds.set(space, ' ');
  for (const invisible of '\u00ad\u200b\u200c\u200d\u2060\ufeff') folds.set(invisible, '');
  return folds;
}
