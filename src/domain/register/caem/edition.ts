import type { ParseResult } from '../../parse-result.ts';
import { fold } from '../text.ts';
import type { CaemEdition } from './tables.ts';

const WORDS = /\b(?:caem|nace|rev(?:iz[a-z]*|ision)?|ed(?:it[a-z]*)?|v(?:er(?:s[a-z]*)?)?|nr)\b/g;
/** A word and its number may be joined: `rev2`, `v.2`. */
const BETWEEN = /(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const NUMBER = /\d+(?:\.\d+)*|\bi{1,2}\b/g;
const EDITIONS = new Map<string, CaemEdition>([
  ...(['1', '1.0', '1.1', 'i', '2000', '2005'] as const).map((text) => [text, 1] as const),
  ...(['2', '2.0', 'ii', '2009'] as const).map((text) => [text, 2] as const),
]);

/**
 * The edition in the column of versions: `1`, `2`, `CAEM`, `CAEM Rev.2`, a year. Null when the text
 * is empty; a fault when it has several editions or an unknown one, such as `CAEM Rev.2.1`.
 */
export function toCaemEdition(
  text: string | null,
): ParseResult<CaemEdition | null, 'version_unknown'> {
  const folded = fold(text ?? '').replace(BETWEEN, ' ');
  if (!LETTER_OR_DIGIT.test(folded)) return { value: null };
  const numbers = folded.match(NUMBER) ?? [];
  const rest = folded.replace(WORDS, '').replace(NUMBER, '');
  if (LETTER_OR_DIGIT.test(rest)) return { fault: 'version_unknown' };
  if (numbers.length === 0 && /\bcaem\b/.test(folded)) return { value: 1 };
  const [edition, ...others] = new Set(numbers.map((number) => EDITIONS.get(number)));
  if (edition === undefined || others.length > 0) return { fault: 'version_unknown' };
  return { value: edition };
}
