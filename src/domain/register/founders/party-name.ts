import { hasValidCheckDigit } from '../../company/idno.ts';
import { trimSeparators } from '../comma-list.ts';
import { isPlaceholder, mayBePlaceholder } from '../placeholder.ts';
import { hasLetter } from '../text.ts';

/** What is left of a founder's or director's text when all that is no name is taken away. */
export interface PartyName {
  /** Null where nothing is left that names anyone. */
  text: string | null;
  /** The register's number that stood beside the name, of an organisation with a valid one. */
  idno: string | null;
  /** A number of 13 digits or more that was cut, and is not the `idno`. */
  hadPersonalNumber: boolean;
  /** The register's own note about a company that was struck off stood inside the name. */
  wasStruckOff: boolean;
}

/** Two words of letters, as nearly all names are: nothing in them is to be taken away. */
const PLAIN_NAME = /^[A-Z\u00c0-\u024f]{2,40} [A-Z\u00c0-\u024f]{2,40}$/;
/** 13 digits or more, however they are grouped: personal numbers have 13, as IDNOs do. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,}/g;
const LABEL_BEFORE_NUMBER = /\b(?:IDN[OP]|C\/F|COD(?:UL)?(?: FISCAL| PERSONAL)?)[ .:№=-]*$/i;
const STRUCK_OFF = /\bRADIAT[ĂA]? DIN REGISTRU(?: (?:LA )?[\d./-]+)?/gi;
const EMPTY_BRACKETS = /\( ?\)/g;
const MORE_SPACES = / {2,}/g;
/** A letter and one more letter or digit are the least that names anyone. */
const TWO_CHARACTERS = /[\p{L}\p{N}].*?[\p{L}\p{N}]/u;

/** Whether a text is a name and nothing else, at one look. */
export function isPlainName(line: string): boolean {
  return PLAIN_NAME.test(line) && !(mayBePlaceholder(line) && isPlaceholder(line));
}

/** Takes one name out of its text, which must be a line. */
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
  let kept = '';
  let from = 0;
  for (const match of line.matchAll(LONG_NUMBER)) {
    const digits = match[0].replace(/\D/g, '');
    if (digits.startsWith('1') && hasValidCheckDigit(digits)) name.idno ??= digits;
    else name.hadPersonalNumber = true;
    kept += line.slice(from, match.index).replace(LABEL_BEFORE_NUMBER, '');
    from = match.index + match[0].length;
  }
  return `${kept} ${line.slice(from)}`;
}
