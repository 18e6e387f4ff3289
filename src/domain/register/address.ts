import type { CompanyFlag } from '../company/company.ts';
import { toFounderType } from './founders/type.ts';
import { ADDRESS_WORDS } from './founders/words.ts';
import { isPlaceholder, mayBePlaceholder } from './placeholder.ts';
import { fold, hasLetter } from './text.ts';

const DIGIT = /\d/;
const WORD = /\p{L}{2,}/gu;
const FIRST_WORD = /^[\p{L}\p{N}-]+/u;

/** Whether an address names a place: it has a name or a number, and is no placeholder. */
export function namesPlace(line: string): boolean {
  if (!hasLetter(line) || isPlaceholder(line)) return false;
  if (!DIGIT.test(line) && !hasName(line)) return false;
  if (!mayBePlaceholder(line)) return true;
  return line.split(/[,;]/).some((part) => hasLetter(part) && !isPlaceholder(part.trim()));
}

/** Whether an element after a company's IDNO continues its address. */
export function isAddressPart(element: string, flags: Set<CompanyFlag>): boolean {
  const [first = ''] = FIRST_WORD.exec(fold(element)) ?? [];
  if (/^\d/.test(first) || ADDRESS_WORDS.has(first.replace(/-?\d+$/, ''))) return true;
  if (element.includes(' ') || toFounderType(element) !== 'persoana_fizica') return false;
  // A single word may be a place or a founder.
  flags.add('founders_unsplit');
  return true;
}

/** Whether any word is not only part of an empty form: `str. , nr. ,` has no such word. */
function hasName(line: string): boolean {
  return (fold(line).match(WORD) ?? []).some((word) => !ADDRESS_WORDS.has(word));
}
