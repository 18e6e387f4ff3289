import { basename, extname } from 'node:path';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { FileFault } from '../../domain/errors.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { quote } from '../quote.ts';
import { countLineEnds, type Dialect, detectDialect } from './csv-dialect.ts';
import { readBytes, readChunks, type SourceFile } from './source-file.ts';
import {
  CHUNK_BYTES,
  MAX_BATCH_LENGTH,
  MAX_BATCH_ROWS,
  READ_LIMITS,
  type ReadLimits,
  type ReadOptions,
  type RowBatches,
  type TableFile,
  type TableRow,
} from './table.ts';

/** The start of the file, in which the delimiter is found. */
const SAMPLE_BYTES = 65_536;
const LINE_END = /\r\n|\n|\r/g;
/** By the library's error codes; its own messages name fields instead of lines. */
const REASONS: Record<string, string> = {
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside an unquoted cell',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  CSV_MAX_RECORD_SIZE: 'is far too long, or has a quote that is never closed',
};

/**
 * Opens comma or semicolon separated text in UTF-8 as a file of one sheet, which has the file's
 * own name. Every cell is text, or null where it is empty; blank lines and rows are left out.
 * Throws FileFault.
 */
export async function openCsvFile(file: SourceFile, options: ReadOptions): Promise<TableFile> {
  const limits = { ...READ_LIMITS, ...options.limits };
  const sample = await readBytes(file, 0, Math.min(file.size, SAMPLE_BYTES));
  const dialect = detectDialect(sample.toString('utf8'), file.name);
  const name = basename(file.name, extname(file.name));
  return {
    sheets: [name],
    hiddenSheets: [],
    date1904: false,
    isDelimited: true,
    async *rows(sheet) {
      if (sheet !== name) {
        throw new FileFault(`${file.name} is a CSV and has no sheet ${quote(sheet)}`);
      }
      yield* readRows(file, dialect, limits, options.chunkBytes ?? CHUNK_BYTES);
    },
    close: () => file.handle.close(),
  };
}

async function* readRows(
  file: SourceFile,
  dialect: Dialect,
  limits: ReadLimits,
  chunkBytes: number,
): RowBatches {
  const rows = new CsvRows(file.name, limits, dialect.firstLine);
  const parser = parse({
    delimiter: dialect.delimiter,
    from_line: dialect.firstLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: limits.rowLength,
    // Null: the rows are collected here, so the parser emits none.
    on_record: (texts: string[]) => {
      rows.add(texts);
      // The parser compares each record's length with that of the record after number 0, and
      // creates an error with a stack trace for each difference, even though they are allowed.
      // After a title line every record would differ.
      Object.assign(parser.info, { records: 0 });
      return null;
    },
  });
  // Each write reports its own error; an error event without a listener would end the process.
  parser.on('error', () => {});
  for await (const text of decodeUtf8(file, chunkBytes)) {
    await rows.drive(parser, text);
    yield* rows.take();
  }
  await rows.drive(parser, null);
  yield* rows.take();
}

async function* decodeUtf8(file: SourceFile, chunkBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new FileFault(
        `${file.name} is not in UTF-8, at or soon after line ${line}: save it as CSV UTF-8`,
      );
    }
  };
  for await (const bytes of readChunks(file, 0, file.size, chunkBytes)) {
    const text = decode(bytes);
    line += countLineEnds(text);
    yield text;
  }
  yield decode();
}

/** Collects the records of a CSV parser in batches, each with the line on which it begins. */
class CsvRows {
  readonly #label: string;
  readonly #limits: ReadLimits;
  #rows: TableRow[] = [];
  #line: number;

  constructor(label: string, limits: ReadLimits, firstLine: number) {
    this.#label = label;
    this.#limits = limits;
    this.#line = firstLine;
  }

  /** Adds one record. Line ends within it are in quoted cells, which keep them. */
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

  /** Writes text to the parser, or ends it, and waits until it is parsed. */
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
      if (index + 1 - start < MAX_BATCH_ROWS && length < MAX_BATCH_LENGTH) continue;
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
    return this.#fault(this.#line, REASONS[code] ?? `cannot be read (${code})`);
  }

  #fault(line: number, what: string): FileFault {
    return new FileFault(`${this.#label}, line ${line} ${what}: correct the file`);
  }
}
