import { type CellValue, isWithoutValue, toCellText } from '../register/cell.ts';

/** Why 13 digits are not an IDNO. */
export type IdnoFault =
  | 'idno_check_digit'
  | 'idno_rounded'
  | 'idno_not_whole'
  | 'idno_reserved'
  | 'idno_personal_number'
  | 'idno_malformed';

/** `without`: the cell is empty or has a legacy code, as one row in nine of a real dump. */
type IdnoResult = { idno: string } | { without: true } | { fault: IdnoFault };

/** The API accepts fewer digits than an IDNO has: it answers 404 to them, not 400. */
export const MIN_IDNO_DIGITS = 10;
/** The form of every stored IDNO. */
export const STORED_IDNO_PATTERN = '^[0-9]{13}$';
export const IDNO_PATTERN = `^[0-9]{${MIN_IDNO_DIGITS},}$`;
const IDNO_FORM = new RegExp(IDNO_PATTERN);

/** The register issues no IDNO that begins with 0: all of them are reserved for tests. */
const RESERVED = '0';
/** The first digit of a person's number (IDNP), which has the form of an IDNO otherwise. */
const PERSONAL = '2';
const PERSONAL_FORM = new RegExp(`^\\D*${PERSONAL}(?:\\D*\\d){4}`);
const LENGTH = 13;
const WEIGHTS = [7, 3, 1];
const ZERO = '0'.charCodeAt(0);

/** At least 13 digits, in any grouping: personal numbers have 13 digits, as IDNOs have. */
export const LONG_NUMBER = /\d(?:[ -]?\d){12,}/g;
const SPACES = /[\s\p{Cf}]+/gu;
const DIGITS = new RegExp(STORED_IDNO_PATTERN);
/** In a spreadsheet a leading apostrophe marks digits as text. */
const PLAIN = /^'?(\d{13})(?:[.,](\d+))?$/;
const EXPONENT = /^'?(\d)(?:[.,](\d+))?[eE](\+?)12$/;

/** Whether a text has the form that the API accepts: at least MIN_IDNO_DIGITS ASCII digits. */
export function isIdnoForm(text: string): boolean {
  return IDNO_FORM.test(text);
}

/** Whether a text has the form of every stored IDNO: 13 ASCII digits. */
export function isStoredIdno(text: string): boolean {
  return DIGITS.test(text);
}

/** Whether an IDNO is reserved for test companies. */
export function isReservedIdno(idno: string): boolean {
  return idno.startsWith(RESERVED);
}

/** A text that has the form of a person's number, for messages: its digits but the first are hidden. */
export function hidePersonalNumber(text: string): string {
  const first = text.search(/\d/);
  return text.slice(0, first + 1) + text.slice(first + 1).replace(/\d/g, '*');
}

/** Whether digits, at least 10 of them, begin as a person's number does. */
export function mayBePersonalNumber(digits: string): boolean {
  return digits.length >= MIN_IDNO_DIGITS && digits.startsWith(PERSONAL);
}

/** The text of a rejected code as it may be reported: without a person's number. */
export function toReportedCode(text: string | null, fault: IdnoFault): string | null {
  return text !== null && fault === 'idno_personal_number' ? hidePersonalNumber(text) : text;
}

/** The last of 13 digits is the sum of the others times 7, 3, 1, 7 …, modulo 10. */
export function hasValidCheckDigit(idno: string): boolean {
  if (!DIGITS.test(idno)) return false;
  let sum = 0;
  for (let index = 0; index < LENGTH - 1; index++) {
    sum += (idno.charCodeAt(index) - ZERO) * (WEIGHTS[index % WEIGHTS.length] ?? 0);
  }
  return idno.charCodeAt(LENGTH - 1) - ZERO === sum % 10;
}

/** The IDNO of a row of the dump, from a number, or from a text with spaces or an exponent. */
export function toIdno(cell: CellValue): IdnoResult {
  const result = readIdno(cell);
  if ('without' in result) return result;
  // Also where it is rounded or has another fault.
  const isPersonal = PERSONAL_FORM.test(toCellText(cell) ?? '');
  return isPersonal ? { fault: 'idno_personal_number' } : result;
}

function readIdno(cell: CellValue): IdnoResult {
  const cellText = toCellText(cell) ?? '';
  if (DIGITS.test(cellText)) return toWholeIdno(cellText, '');
  const text = cellText.replace(SPACES, '');
  const plain = PLAIN.exec(text);
  if (plain !== null) return toWholeIdno(plain[1] ?? '', plain[2] ?? '');
  const exponent = EXPONENT.exec(text);
  if (exponent !== null) {
    const digits = (exponent[1] ?? '') + (exponent[2] ?? '');
    // Java writes E12 and drops only zeros; a spreadsheet writes E+12 and rounds.
    if (exponent[3] === '+' && digits.length < LENGTH) return { fault: 'idno_rounded' };
    return toWholeIdno(digits.slice(0, LENGTH).padEnd(LENGTH, '0'), digits.slice(LENGTH));
  }
  const digits = text.replace(/\D+/g, '');
  return digits.length === LENGTH || isWithoutValue(text)
    ? { fault: 'idno_malformed' }
    : { without: true };
}

function toWholeIdno(idno: string, fraction: string): IdnoResult {
  if (/[^0]/.test(fraction)) return { fault: 'idno_not_whole' };
  // The five digits before the check digit are a serial number; 00000 means that it was rounded.
  if (idno.endsWith('000000')) return { fault: 'idno_rounded' };
  if (!hasValidCheckDigit(idno)) return { fault: 'idno_check_digit' };
  return isReservedIdno(idno) ? { fault: 'idno_reserved' } : { idno };
}
