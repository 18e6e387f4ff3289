import type { CsvError, Parser } from 'csv-parse';
import { FileFault } from '../../../domain/errors.ts';
import type { CellValue } from '../../../domain/register/cell.ts';
import { BATCH_LENGTH, BATCH_ROWS, type ReadLimits } from '../read-limits.ts';
import type { TableRow } from '../table.ts';

const LINE_END = /\r\n|\n|\r/g;
/** Field names in the library's errors would say less than the line and what is wrong with it. */
const REASONS: Record<string, string> = {
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside an unquoted cell',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  CSV_MAX_RECORD_SIZE: 'is far too long, or has a quote that is never closed',
};

/** Gathers the records of a CSV parser in batches, and knows the line where each begins. */
export class CsvRows {
  readonly #label: string;
  readonly #limits: ReadLimits;
  #rows: TableRow[] = [];
  #line: number;

  constructor(label: string, limits: ReadLimits, firstLine: number) {
    this.#label = label;
    this.#limits = limits;
    this.#line = firstLine;
  }

  /** One record. Line ends within it can stand in quoted cells only, which keep them. */
  add(texts: readonly string[]): void {
    const number = this.#line++;
    const cells: CellValue[] = [];
    for (const [column, text] of texts.entries()) {
      if (text.includes('\n') || text.includes('\r')) {
        this.#line += text.match(LINE_END)?.length ?? 0;
      }
      if (text === '') continue;
      this.#check(number, column, text);
      while (cells.length < column) cells.push(null);
      cells.push(text);
    }
    if (cells.length > 0) this.#rows.push({ number, cells });
  }

  /** Hands the parser more, or its end, and waits until it has taken that. */
  async drive(parser: Parser, text: string | null): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => {
        if (error) reject(this.#toFault(error));
        else resolve();
      };
      if (text === null) parser.end(done);
      else parser.write(text, done);
    });
  }

  *take(): Generator<TableRow[]> {
    const rows = this.#rows;
    this.#rows = [];
    let start = 0;
    let length = 0;
    for (const [index, row] of rows.entries()) {
      for (const cell of row.cells) length += typeof cell === 'string' ? cell.length : 0;
      if (index + 1 - start < BATCH_ROWS && length < BATCH_LENGTH) continue;
      yield rows.slice(start, index + 1);
      start = index + 1;
      length = 0;
    }
    if (start < rows.length) yield rows.slice(start);
  }

  #check(line: number, column: number, text: string): void {
    const { rows, columns, cellLength } = this.#limits;
    if (line > rows) throw this.#fault(line, `is past the limit of ${rows} lines`);
    if (column >= columns) throw this.#fault(line, `has over ${columns} columns`);
    if (text.length > cellLength) {
      throw this.#fault(line, `has a cell of over ${cellLength} characters`);
    }
  }

  #toFault(error: Error): Error {
    if (error instanceof FileFault) return error;
    const { code } = error as CsvError;
    return this.#fault(this.#line, REASONS[code] ?? `can't be read (${code})`);
  }

  #fault(line: number, what: string): FileFault {
    return new FileFault(`${this.#label}, line ${line} ${what}: correct the file`);
  }
}
