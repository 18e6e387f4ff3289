import { trimSeparators } from './comma-list.ts';
import { hasValidCheckDigit } from './idno.ts';
import { MAX_LINE_LENGTH } from './text.ts';

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
  wasCut: boolean;
}

/** 13 digits or more, however they are grouped: personal numbers have 13, as IDNOs do. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,}/g;
const LABEL_BEFORE_NUMBER = /\b(?:IDN[OP]|C\/F|COD(?:UL)?(?: FISCAL| PERSONAL)?)[ .:№=-]*$/i;
const STRUCK_OFF = /\bRADIAT[ĂA]? DIN REGISTRU(?: (?:LA )?[\d./-]+)?/gi;
const EMPTY_BRACKETS = /\( ?\)/g;
const MORE_SPACES = / {2,}/g;
const TWO_LETTERS = /\p{L}.*?\p{L}/u;
/** What exports write where a database has no name. */
const PLACEHOLDER = /^(?:null|none|nan|datele lipsesc)$/i;

/** Takes one name out of its text, which must be a line. */
export function toPartyName(line: string): PartyName {
  const name: PartyName = {
    text: line,
    idno: null,
    hadPersonalNumber: false,
    wasStruckOff: false,
    wasCut: false,
  };
  const unnumbered = cutNumbers(line, name);
  const unmarked = unnumbered.replace(STRUCK_OFF, '');
  name.wasStruckOff = unmarked !== unnumbered;
  let text = unmarked === line ? line : unmarked.replace(EMPTY_BRACKETS, '');
  text = trimSeparators(text.replace(MORE_SPACES, ' '));
  name.wasCut = text.length > MAX_LINE_LENGTH;
  if (name.wasCut) text = text.slice(0, MAX_LINE_LENGTH).toWellFormed();
  name.text = TWO_LETTERS.test(text) && !PLACEHOLDER.test(text) ? text : null;
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
  return kept + line.slice(from);
}
