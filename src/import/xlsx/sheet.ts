import type { FileFault } from '../../domain/errors.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { quote } from '../quote.ts';
import { type ReadLimits, RowBatch, type RowBatches } from '../table/table.ts';
import {
  type CellType,
  findCellType,
  readColumn,
  readDigits,
  readIndex,
  toCellValue,
} from './cell.ts';
import type { TemporaryStrings } from './temporary-strings.ts';
import { childNode, MORE, OPEN, rootNode, XmlCursor } from './xml-cursor.ts';
import { decodeEscapes } from './xml-text.ts';

const SHEET = rootNode('worksheet');
const ROW = childNode(childNode(SHEET, 'sheetData'), 'row');
const CELL = childNode(ROW, 'c');
const VALUE = childNode(CELL, 'v');
const FORMULA = childNode(CELL, 'f');
const INLINE = childNode(CELL, 'is');
const INLINE_TEXT = childNode(INLINE, 't');
const RUN_TEXT = childNode(childNode(INLINE, 'r'), 't');

interface SheetContext {
  /** File and part, which begin each error message. */
  label: string;
  /** Null when the workbook has none. */
  strings: TemporaryStrings | null;
  date1904: boolean;
  limits: ReadLimits;
}

/** Reads the rows of a worksheet's XML in batches; rows without a value are left out. */
export async function* readSheet(
  chunks: AsyncIterable<Uint8Array>,
  context: SheetContext,
): RowBatches {
  const parser = new SheetParser(context);
  for await (const chunk of chunks) {
    parser.cursor.push(chunk);
    while (parser.fillBatch()) yield parser.batch.take();
  }
  parser.cursor.finish();
  const rest = parser.batch.take();
  if (rest.length > 0) yield rest;
}

class SheetParser {
  readonly cursor: XmlCursor;
  readonly batch = new RowBatch();
  readonly #context: SheetContext;
  #row = 0;
  #cells: CellValue[] = [];
  #rowLength = 0;
  #column = -1;
  #type: CellType = 'number';
  #value: CellValue = null;
  /** Null for a cell without one. */
  #formula: string | null = null;

  constructor(context: SheetContext) {
    this.#context = context;
    this.cursor = new XmlCursor(context.label, SHEET);
  }

  /** Continues parsing; true when a batch is full, false when the next chunk is needed. */
  fillBatch(): boolean {
    const { cursor } = this;
    for (let token = cursor.next(); token !== MORE; token = cursor.next()) {
      const { node } = cursor;
      if (token === OPEN) {
        if (node === CELL) this.#startCell();
        else if (node === ROW) this.#startRow();
      } else if (node === VALUE) this.#setValue();
      else if (node === CELL) this.#endCell();
      else if (node === INLINE_TEXT || node === RUN_TEXT) this.#addText();
      else if (node === FORMULA) this.#formula = this.#toChecked(decodeEscapes(cursor.text));
      else if (node === ROW && this.#cells.length > 0) {
        const row = { number: this.#row, cells: this.#cells };
        if (this.batch.add(row, this.#rowLength)) return true;
      }
    }
    return false;
  }

  #startRow(): void {
    const { cursor } = this;
    const number = cursor.findAttribute('r')
      ? readDigits(cursor.bytes, cursor.valueStart, cursor.valueEnd)
      : this.#row + 1;
    if (number <= this.#row) throw this.#fault(`is followed by a row numbered ${number}`);
    const { rows } = this.#context.limits;
    if (number > rows) throw this.#limitFault(`is followed by row ${number}, the limit is ${rows}`);
    this.#row = number;
    this.#column = -1;
    this.#cells = [];
    this.#rowLength = 0;
  }

  #startCell(): void {
    const { cursor } = this;
    if (cursor.findAttribute('r')) {
      this.#column = readColumn(cursor.bytes, cursor.valueStart, cursor.valueEnd, this.#row);
      if (this.#column < 0) {
        throw this.#fault(`holds a cell with the reference ${quote(cursor.attributeValue)}`);
      }
    } else this.#column++;
    const type = findCellType(cursor);
    if (type === undefined) throw cursor.fault(`has a cell of unknown type in row ${this.#row}`);
    this.#type = type;
    this.#value = null;
    this.#formula = null;
  }

  /** An empty value of a text is an empty text, which a formula may have as its result. */
  #setValue(): void {
    const { cursor } = this;
    const type = this.#type;
    if (cursor.isPlain && cursor.textStart === cursor.textEnd) {
      if (type === 'text') this.#value ??= '';
      return;
    }
    if (this.#value !== null && this.#value !== '') {
      throw this.#fault('holds a cell with two values');
    }
    const value =
      type === 'shared' ? this.#findShared() : toCellValue(type, cursor, this.#context.date1904);
    this.#value = typeof value === 'string' ? this.#toChecked(value) : value;
  }

  #addText(): void {
    const before = typeof this.#value === 'string' ? this.#value : '';
    this.#value = this.#toChecked(before + decodeEscapes(this.cursor.text));
  }

  #findShared(): string {
    const { cursor } = this;
    const text = this.#context.strings?.get(readIndex(cursor));
    if (text !== null && text !== undefined) return text;
    const count = this.#context.strings?.count ?? 0;
    const index = quote(cursor.text);
    throw this.#fault(`names the shared string ${index}, the workbook has ${count}`);
  }

  #toChecked(text: string): string {
    const { cellLength } = this.#context.limits;
    if (text.length <= cellLength) return text;
    throw this.#limitFault(`has a cell of over ${cellLength} characters`);
  }

  #endCell(): void {
    // A formula without a stored value is not an empty cell: its value is unknown.
    const value = this.#value ?? (this.#formula === null ? null : `=${this.#formula}`);
    if (value === null || value === '') return;
    const { columns, rowLength } = this.#context.limits;
    if (this.#column >= columns) throw this.#limitFault(`has over ${columns} columns`);
    const cells = this.#cells;
    while (cells.length <= this.#column) cells.push(null);
    if (cells[this.#column] !== null) throw this.#fault('holds two cells of one column');
    cells[this.#column] = value;
    this.#rowLength += typeof value === 'string' ? value.length : 1;
    if (this.#rowLength > rowLength) throw this.#limitFault(`has over ${rowLength} characters`);
  }

  #fault(what: string): FileFault {
    return this.cursor.fault(`row ${this.#row} ${what}`);
  }

  #limitFault(what: string): FileFault {
    return this.cursor.limitFault(`row ${this.#row} ${what}`);
  }
}
