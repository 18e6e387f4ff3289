import type { FileFault } from '../../domain/errors.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { quote } from '../quote.ts';
import {
  MAX_BATCH_LENGTH,
  MAX_BATCH_ROWS,
  type ReadLimits,
  type TableRow,
} from '../table/table.ts';
import {
  type CellType,
  findCellType,
  findLettersEnd,
  readColumn,
  readDigits,
  readIndex,
  toCellValue,
} from './cell.ts';
import type { TemporaryStrings } from './temporary-strings.ts';
import { CLOSE, MORE, OPEN, TEXT, XmlCursor } from './xml/cursor.ts';
import { childNode, rootNode, SPREADSHEET_NAMESPACES } from './xml/outline.ts';
import { decodeEscapes } from './xml/text.ts';

const SHEET = rootNode('worksheet');
const ROW = childNode(childNode(SHEET, 'sheetData'), 'row');
const CELL = childNode(ROW, 'c');
const VALUE = childNode(CELL, 'v');
const FORMULA = childNode(CELL, 'f');
const INLINE = childNode(CELL, 'is');
childNode(INLINE, 't');
childNode(childNode(INLINE, 'r'), 't');

export interface SheetContext {
  /** File and part, which begin each error message. */
  label: string;
  /** Null when the workbook has none. */
  strings: TemporaryStrings | null;
  date1904: boolean;
  limits: ReadLimits;
}

/** Parses the rows of a worksheet's XML, pushed in chunks; rows without a value are left out. */
export class SheetParser {
  readonly #context: SheetContext;
  readonly #cursor: XmlCursor;
  #batch: TableRow[] = [];
  #batchLength = 0;
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
    this.#cursor = new XmlCursor(context.label, SHEET, SPREADSHEET_NAMESPACES);
  }

  push(chunk: Uint8Array): void {
    this.#cursor.push(chunk);
  }

  /** Continues parsing; true when a batch is full, false when the next chunk is needed. */
  fillBatch(): boolean {
    const cursor = this.#cursor;
    for (let token = cursor.next(); token !== MORE; token = cursor.next()) {
      const { node } = cursor;
      if (token === TEXT) this.#addText();
      else if (token === OPEN) {
        if (node === CELL) this.#startCell();
        else if (node === ROW) this.#startRow();
        else if (node === FORMULA) this.#formula = '';
        else if (node === VALUE && this.#type === 'text') this.#value ??= '';
      } else if (token === CLOSE) {
        if (node === CELL) this.#endCell();
        else if (node === ROW && this.#endRow()) return true;
      }
    }
    return false;
  }

  takeBatch(): TableRow[] {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    return batch;
  }

  finish(): void {
    this.#cursor.finish();
  }

  #startRow(): void {
    const { attributes, window } = this.#cursor;
    const index = attributes.find('r');
    const number =
      index < 0
        ? this.#row + 1
        : readDigits(window.bytes, attributes.valueStart(index), attributes.valueEnd(index));
    if (number <= this.#row) throw this.#fault(`is followed by a row numbered ${number}`);
    if (number > this.#context.limits.rows) {
      throw this.#fault(`is followed by row ${number}, the limit is ${this.#context.limits.rows}`);
    }
    this.#row = number;
    this.#column = -1;
    this.#cells = [];
    this.#rowLength = 0;
  }

  #startCell(): void {
    const { attributes, window } = this.#cursor;
    const index = attributes.find('r');
    if (index < 0) this.#column++;
    else this.#readReference(attributes.valueStart(index), attributes.valueEnd(index));
    const type = findCellType(this.#cursor);
    if (type === undefined) throw window.fault(`has a cell of unknown type in row ${this.#row}`);
    this.#type = type;
    this.#value = null;
    this.#formula = null;
  }

  #readReference(start: number, end: number): void {
    const { bytes } = this.#cursor.window;
    const lettersEnd = findLettersEnd(bytes, start, end);
    if (lettersEnd === start || readDigits(bytes, lettersEnd, end) !== this.#row) {
      const reference = bytes.toString('utf8', start, end);
      throw this.#fault(`holds a cell with the reference ${quote(reference)}`);
    }
    this.#column = readColumn(bytes, start, lettersEnd);
  }

  #addText(): void {
    const cursor = this.#cursor;
    if (cursor.node === FORMULA) {
      this.#formula += decodeEscapes(cursor.text);
      this.#checkLength(this.#formula?.length ?? 0);
      return;
    }
    if (cursor.node !== VALUE) {
      const before = typeof this.#value === 'string' ? this.#value : '';
      this.#value = before + decodeEscapes(cursor.text);
    } else {
      if (this.#value !== null && this.#value !== '')
        throw this.#fault('holds a cell with two values');
      this.#value =
        this.#type === 'shared'
          ? this.#findShared()
          : toCellValue(this.#type, cursor, this.#context.date1904);
    }
    if (typeof this.#value === 'string') this.#checkLength(this.#value.length);
  }

  #findShared(): string {
    const cursor = this.#cursor;
    const text = this.#context.strings?.get(readIndex(cursor));
    if (text !== null && text !== undefined) return text;
    const count = this.#context.strings?.count ?? 0;
    const index = quote(cursor.text);
    throw this.#fault(`names the shared string ${index}, the workbook has ${count}`);
  }

  #checkLength(length: number): void {
    const { cellLength } = this.#context.limits;
    if (length > cellLength) throw this.#fault(`has a cell of over ${cellLength} characters`);
  }

  #endCell(): void {
    const value = this.#value ?? this.#toUncalculated();
    if (value === null || value === '') return;
    const { columns, rowLength } = this.#context.limits;
    if (this.#column >= columns) throw this.#fault(`has over ${columns} columns`);
    const cells = this.#cells;
    while (cells.length <= this.#column) cells.push(null);
    if (cells[this.#column] !== null) throw this.#fault('holds two cells of one column');
    cells[this.#column] = value;
    this.#rowLength += typeof value === 'string' ? value.length : 1;
    if (this.#rowLength > rowLength) throw this.#fault(`has over ${rowLength} characters`);
  }

  /** A formula without a stored value is not an empty cell: its value is unknown. */
  #toUncalculated(): string | null {
    if (this.#formula === null) return null;
    return `=${this.#formula}`;
  }

  #endRow(): boolean {
    if (this.#cells.length === 0) return false;
    this.#batch.push({ number: this.#row, cells: this.#cells });
    this.#batchLength += this.#rowLength;
    return this.#batch.length >= MAX_BATCH_ROWS || this.#batchLength >= MAX_BATCH_LENGTH;
  }

  #fault(what: string): FileFault {
    return this.#cursor.window.fault(`row ${this.#row} ${what}`);
  }
}
