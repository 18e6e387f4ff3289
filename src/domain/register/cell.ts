/** A cell of a table as stored in its file; a date may be a serial number. */
export type CellValue = string | number | boolean | null;

/** The maximum length of a cell in Excel; a longer text is cut. */
export const MAX_CELL_LENGTH = 32_767;

/**
 * Contents of spreadsheet cells without a value: an error (`#REF!`, `Err:502`, `####`), a formula
 * that was never calculated (`=A2&B2`), a boolean; also as the Romanian and Russian versions write them. A
 * formula has a reference, a call, an operator, a number or a quoted text: `=ALFA` is a name.
 */
const NO_VALUE =
  /^\s*(?:#\S*|Err:\d{3}|=(?:\s*$|\s*[-+\d"'({$].*|\s*[A-Za-z]{1,3}\$?\d.*|[^!&(*/^<>=]*[!&(*/^<>=].*)|ADEV[ĂA]RAT|FALS|ИСТИНА|ЛОЖЬ)\s*$/s;
const BOOLEAN = /^\s*(?:true|false)\s*$/i;
const NO_VALUE_OPENING = /^\s*[#=EtfTFAИЛ]/;

/** Whether a cell has a spreadsheet's error, formula or boolean instead of a value. */
export function isWithoutValue(text: string): boolean {
  if (!NO_VALUE_OPENING.test(text)) return false;
  return NO_VALUE.test(text) || BOOLEAN.test(text);
}

/** The text of a cell: numbers as plain decimals, never with an exponent; null when empty. */
export function toCellText(cell: CellValue): string | null {
  if (cell === null || cell === '') return null;
  return typeof cell === 'number' ? toPlainDecimal(cell) : String(cell);
}

/** As `toCellText`, cut to MAX_CELL_LENGTH and without lone surrogates, which a store cannot hold. */
export function toBoundedText(cell: CellValue): string | null {
  if (typeof cell !== 'string' || cell === '') return toCellText(cell);
  const bounded = cell.length > MAX_CELL_LENGTH ? cell.slice(0, MAX_CELL_LENGTH) : cell;
  return bounded.isWellFormed() ? bounded : bounded.toWellFormed();
}

function toPlainDecimal(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const places = Number(exponent);
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(places, '0');
}
