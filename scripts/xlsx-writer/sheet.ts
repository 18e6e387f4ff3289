import { escapeXml, MAIN_NAMESPACE, writeText, XML_HEAD } from './xml.ts';

/** A cell that is not a plain value: its type, `<v>` and formula as they stand in the XML. */
export interface RawCell {
  type: 'n' | 'b' | 'e' | 'str';
  value?: string;
  formula?: string;
}

export type Cell = string | number | boolean | null | RawCell;

export interface CellOptions {
  /** Index of a cell format of the workbook's styles. */
  style?: number;
  /** The index of a text in the table of shared strings; left out: the cell holds the text. */
  share?: (text: string) => number;
  /** Whether an empty cell is written too. */
  keepEmpty?: boolean;
}

export const SHEET_START = `${XML_HEAD}<worksheet xmlns="${MAIN_NAMESPACE}">`;
export const SHEET_END = '</sheetData></worksheet>';

const LETTERS = 26;
const UPPER_A = 65;

/** A whole sheet. */
export function writeSheet(rows: string): string {
  return `${SHEET_START}<sheetData>${rows}${SHEET_END}`;
}

/** A whole sheet of plain cells, row by row. */
export function writeTable(table: readonly (readonly Cell[])[], options: CellOptions = {}): string {
  return writeSheet(table.map((cells, index) => writeRow(index + 1, cells, options)).join(''));
}

/** A row of plain cells, numbered from 1. */
function writeRow(number: number, cells: readonly Cell[], options: CellOptions) {
  const xml = cells.map((cell, column) => writeCell(toReference(column, number), cell, options));
  return `<row r="${number}">${xml.join('')}</row>`;
}

export function writeCell(reference: string, cell: Cell, options: CellOptions): string {
  const { style = 0, share, keepEmpty = false } = options;
  const head = style === 0 ? `<c r="${reference}"` : `<c r="${reference}" s="${style}"`;
  if (cell === null) return keepEmpty ? `${head}/>` : '';
  if (typeof cell === 'number') return `${head}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `${head} t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'object') return writeRaw(head, cell);
  return share === undefined
    ? `${head} t="inlineStr"><is>${writeText(cell)}</is></c>`
    : `${head} t="s"><v>${share(cell)}</v></c>`;
}

/** `AB12`; columns count from 0, rows from 1. */
export function toReference(column: number, row: number): string {
  // Most sheets have fewer columns than the alphabet has letters.
  if (column < LETTERS) return String.fromCharCode(UPPER_A + column) + row;
  let letters = '';
  for (let left = column; left >= 0; left = Math.floor(left / LETTERS) - 1) {
    letters = String.fromCharCode(UPPER_A + (left % LETTERS)) + letters;
  }
  return letters + row;
}

function writeRaw(head: string, { type, value, formula }: RawCell): string {
  const typed = type === 'n' ? '' : ` t="${type}"`;
  const computed = formula === undefined ? '' : `<f>${escapeXml(formula)}</f>`;
  const cached = value === undefined ? '' : `<v>${escapeXml(value)}</v>`;
  return `${head}${typed}>${computed}${cached}</c>`;
}
