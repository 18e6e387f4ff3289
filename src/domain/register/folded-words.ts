import { joinDottedWords } from './dotted-words.ts';
import { fold, foldVowel } from './text.ts';

const PUNCTUATION = /[^\p{L}\p{N}]+/gu;
/** Two apostrophes are a quote too. */
const QUOTE = /["„“”«»‟〝〞＂]|['’‘‚‛`´]{2}/;

/** Classes of characters; all other entries of the table are the code of a letter or digit. */
const SEPARATOR = 0x20;
const POINT = 0x2e;
const INNER_VOWEL = 0xfe;
const UNUSUAL = 0xff;
/** Covers Latin and Cyrillic letters and punctuation. */
const TABLE_SIZE = 0x2100;
const MAX_LENGTH = 4_096;
const [A, I, Z] = [0x61, 0x69, 0x7a];
const TABLE = createTable();
const buffer = Buffer.alloc(MAX_LENGTH);

/**
 * The folded words of a text, separated by single spaces. Every character that is neither letter nor
 * digit separates words, except that points join the letters of `S.R.L.` up to the next quote. Every
 * name of the register is folded, so Latin text takes a fast path that reads a table;
 * `foldAnyWords` defines the result.
 */
export function foldWords(text: string): string {
  return foldLatinWords(text) ?? foldAnyWords(text);
}

/** The reference implementation, for any text. */
export function foldAnyWords(text: string): string {
  const parts = text.split(QUOTE).map((part) => joinDottedWords(fold(part), ''));
  return parts.join(' ').replace(PUNCTUATION, ' ').trim();
}

/** Null when a character needs more than the table. */
function foldLatinWords(text: string): string | null {
  const { length } = text;
  if (length > MAX_LENGTH) return null;
  let size = 0;
  let wordLength = 0;
  for (let at = 0; at < length; at++) {
    let code = classAt(text, at);
    if (code === UNUSUAL) return null;
    if (code === POINT && wordLength === 1 && isLetter(buffer[size - 1] ?? 0)) {
      const isJoined = joinsNext(text, at + 1);
      if (isJoined === null) return null;
      wordLength = 0;
      if (isJoined) continue;
    }
    if (code === SEPARATOR || code === POINT) {
      if (size > 0 && buffer[size - 1] !== SEPARATOR) buffer[size++] = SEPARATOR;
      wordLength = 0;
      continue;
    }
    if (code === INNER_VOWEL) code = foldVowel(text, at) === 'a' ? A : I;
    buffer[size++] = code;
    wordLength++;
  }
  if (size > 0 && buffer[size - 1] === SEPARATOR) size--;
  return buffer.toString('latin1', 0, size);
}

/**
 * Whether the letter after a letter with a point belongs to the same word, because it has a point
 * too or stands alone. Null when spaces follow, which need more than the table.
 */
function joinsNext(text: string, at: number): boolean | null {
  const isBlank = text.charCodeAt(at) === SEPARATOR;
  const next = isBlank ? at + 1 : at;
  if (next >= text.length) return false;
  const code = classAt(text, next);
  if (code === POINT || code === UNUSUAL || isSpace(text, next)) return null;
  if (!isLetter(code)) return false;
  const behind = next + 1 < text.length ? classAt(text, next + 1) : SEPARATOR;
  if (behind === UNUSUAL) return null;
  const isAlone = behind === SEPARATOR || behind === POINT;
  return isAlone && isBlank ? null : isAlone;
}

/** Whether a separator is white space of any width, and not punctuation. */
function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (
    unit <= SEPARATOR || (unit >= 0x7f && !QUOTE.test(text.charAt(at)) && !isLetterAt(text, at))
  );
}

function isLetterAt(text: string, at: number): boolean {
  return isLetter(classAt(text, at));
}

function isLetter(code: number): boolean {
  return code === INNER_VOWEL || (code >= A && code <= Z);
}

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < TABLE_SIZE ? (TABLE[unit] ?? UNUSUAL) : UNUSUAL;
}

function createTable(): Uint8Array {
  const table = new Uint8Array(TABLE_SIZE).fill(UNUSUAL);
  for (let unit = 1; unit < TABLE_SIZE; unit++) {
    const character = String.fromCharCode(unit);
    // Between digits, because there folding does not depend on the neighbours.
    const folded = fold(`0${character}0`).slice(1, -1);
    const isPlain = /^[a-z0-9]$/.test(folded) && unit !== 0x130;
    if (isPlain) table[unit] = folded.charCodeAt(0);
    else if (folded.length === 1 && !/[\p{L}\p{N}\p{M}\p{C}]/u.test(folded))
      table[unit] = SEPARATOR;
  }
  table[POINT] = POINT;
  for (const vowel of 'âÂîÎ') table[vowel.charCodeAt(0)] = INNER_VOWEL;
  return table;
}
