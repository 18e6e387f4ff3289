import type { ParseResult } from '../parse-result.ts';
import { isInDistrict } from './districts.ts';
import { ADDRESS_WORDS } from './founders/words.ts';
import { isPlaceholder, mayBePlaceholder } from './placeholder.ts';
import { fold, hasLetter, toLine } from './text.ts';

const DIGIT = /\d/;
const WORD = /\p{L}{2,}/gu;

/** A number cell drops the leading zeros of a CUATM code and may add `.0`. */
const CODE = /^(\d{3,4})(?:[.,]0+)?$/;

/** Whether an address names a place: it has a name or a number, and is no placeholder. */
export function namesPlace(line: string): boolean {
  if (!hasLetter(line) || isPlaceholder(line)) return false;
  if (!DIGIT.test(line) && !hasName(line)) return false;
  if (!mayBePlaceholder(line)) return true;
  return line.split(/[,;]/).some((part) => hasLetter(part) && !isPlaceholder(part.trim()));
}

/** Whether any word is not only part of an empty form: `str. , nr. ,` has no such word. */
function hasName(line: string): boolean {
  return (fold(line).match(WORD) ?? []).some((word) => !ADDRESS_WORDS.has(word));
}

/**
 * The CUATM code of a territorial unit as four digits, `0120`. A missing code is a fault, because
 * every company has a seat, and so is a code outside the ranges of the classifier.
 */
export function toRegion(text: string | null): ParseResult<string, 'region_unknown'> {
  const code = CODE.exec(toLine(text ?? ''))?.[1]?.padStart(4, '0');
  if (code === undefined || !isInDistrict(code)) return { fault: 'region_unknown' };
  return { value: code };
}
