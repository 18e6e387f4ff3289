import { ADDRESS_WORDS } from './founders/words.ts';
import { isPlaceholder, mayBePlaceholder } from './placeholder.ts';
import { fold, hasLetter } from './text.ts';

const DIGIT = /\d/;
const WORD = /\p{L}{2,}/gu;

/** Whether an address says where something is: by a name or number, in no placeholder. */
export function namesPlace(line: string): boolean {
  if (!hasLetter(line) || isPlaceholder(line)) return false;
  if (!DIGIT.test(line) && !hasName(line)) return false;
  if (!mayBePlaceholder(line)) return true;
  return line.split(/[,;]/).some((part) => hasLetter(part) && !isPlaceholder(part.trim()));
}

/** Whether a word is no form's own: `str. , nr. ,` has none to it. */
function hasName(line: string): boolean {
  return (fold(line).match(WORD) ?? []).some((word) => !ADDRESS_WORDS.has(word));
}
