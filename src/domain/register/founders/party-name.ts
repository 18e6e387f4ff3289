import { hasValidCheckDigit, LONG_NUMBER } from '../../company/idno.ts';
import { trimSeparators } from '../comma-list.ts';
import { isPlaceholder, mayBePlaceholder } from '../placeholder.ts';
import { hasLetter } from '../text.ts';

/** A founder's or director's text, reduced to the name. */
interface PartyName {
  /** Null when no name is left. */
  text: string | null;
  /** The valid IDNO next to an organisation's name. */
  idno: string | null;
  /** A number of at least 13 digits was removed that is not `idno`. */
  hadPersonalNumber: boolean;
  /** The register's note that a company was struck off was removed. */
  wasStruckOff: boolean;
}

/** Two words of letters, as most names are; nothing is removed from them. */
const PLAIN_NAME = /^[A-Z\u00c0-\u024f]{2,40} [A-Z\u00c0-\u024f]{2,40}$/;
const LABEL_BEFORE_NUMBER = /\b(?:IDN[OP]|C\/F|COD(?:UL)?(?: FISCAL| PERSONAL)?)[ .:№=-]*$/i;
const STRUCK_OFF = /\bRADIAT[ĂA]? DIN REGISTRU(?: (?:LA )?[\d./-]+)?/gi;
const EMPTY_BRACKETS = /\( ?\)/g;
const MORE_SPACES = / {2,}/g;
/** A name has at least two letters or digits. */
const TWO_CHARACTERS = /[\p{L}\p{N}].*?[\p{L}\p{N}]/u;

/** A fast check whether a text is only a name. */
export function isPlainName(line: string): boolean {
  return PLAIN_NAME.test(line) && !(mayBePlaceholder(line) && isPlaceholder(line));
}

/** Extracts the name from a text of one line. */
export function toPartyName(line: string): PartyName {
  const name: PartyName = {
    text: line,
    idno: null,
    hadPersonalNumber: false,
    wasStruckOff: false,
  };
  if (isPlainName(line)) return name;
  const unnumbered = cutNumbers(line, name);
  const unmarked = unnumbered.replace(STRUCK_OFF, ' ');
  name.wasStruckOff = unmarked !== unnumbered;
  const rest = unmarked === line ? line : unmarked.replace(EMPTY_BRACKETS, ' ');
  const text = trimSeparators(rest.replace(MORE_SPACES, ' '));
  const isName = hasLetter(text) && TWO_CHARACTERS.test(text) && !isPlaceholder(text);
  name.text = isName ? text : null;
  return name;
}

function cutNumbers(line: string, name: PartyName): string {
  if (line.search(LONG_NUMBER) < 0) return line;
  let remaining = '';
  let from = 0;
  for (const match of line.matchAll(LONG_NUMBER)) {
    const digits = match[0].replace(/\D/g, '');
    if (digits.startsWith('1') && hasValidCheckDigit(digits)) name.idno ??= digits;
    else name.hadPersonalNumber = true;
    remaining += line.slice(from, match.index).replace(LABEL_BEFORE_NUMBER, '');
    from = match.index + match[0].length;
  }
  return `${remaining} ${line.slice(from)}`;
}
