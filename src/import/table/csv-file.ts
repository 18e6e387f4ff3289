import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileFault } from '../../domain/errors.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { countLineEnds, type Dialect, detectDialect } from './csv-dialect.ts';
import { readBytes, readChunks, type SourceFile } from './source-file.ts';
import {
  MAX_BATCH_LENGTH,
  MAX_BATCH_ROWS,
  type ReadLimits,
  type ReadSettings,
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
export async function openCsvFile(
  file: SourceFile,
  { limits, chunkBytes }: ReadSettings,
): Promise<TableFile> {
  const sample = await readBytes(file, 0, Math.min(file.size, SAMPLE_BYTES));
  const dialect = detectDialect(sample.toString('utf8'), file.name);
  return {
    sheets: [basename(file.name, extname(file.name))],
    hiddenSheets: [],
    date1904: false,
    isDelimited: true,
    rows: () => readRows(file, dialect, limits, chunkBytes),
    close: () => file.handle.close(),
  };
}

async function* readRows(
  file: SourceFile,
  { delimiter, firstLine }: Dialect,
  limits: ReadLimits,
  chunkBytes: number,
): RowBatches {
  const rows = new CsvRows(file.name, limits, firstLine);
  const parser = parse({
    delimiter,
    from_line: firstLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: limits.rowLength,
    // Null: batches of rows are emitted in place of the parser's records.
    on_record: (texts: string[]) => {
      // The parser compares each record's length with that of the record after number 0, and
      // creates an error with a stack trace for each difference, even though they are allowed.
      // After a title line every record would differ.
      Object.assign(parser.info, { records: 0 });
      if (rows.add(texts)) parser.push(rows.takeBatch());
      return null;
    },
  });
  // Its error is thrown by the loop below.
  pipeline(decodeUtf8(file, chunkBytes), parser, () => {});
  try {
    yield* parser;
  } catch (error) {
    throw rows.toFault(error);
  }
  const rest = rows.takeBatch();
  if (rest.length > 0) yield rest;
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
  #batch: TableRow[] = [];
  #batchLength = 0;
  #line: number;

  constructor(label: string, limits: ReadLimits, firstLine: number) {
    this.#label = label;
    this.#limits = limits;
    this.#line = firstLine;
  }

  /** Adds one record; true when the batch is full. */
  add(texts: readonly string[]): boolean {
    const number = this.#line++;
    const cells: CellValue[] = [];
    for (const [column, text] of texts.entries()) {
      // Line ends within a record are in quoted cells, which keep them.
      if (text.includes('\n') || text.includes('\r')) {
        this.#line += text.match(LINE_END)?.length ?? 0;
      }
      if (text === '') continue;
      this.#check(number, column, text);
      while (cells.length < column) cells.push(null);
      cells.push(text);
      this.#batchLength += text.length;
    }
    if (cells.length > 0) this.#batch.push({ number, cells });
    return this.#batch.length >= MAX_BATCH_ROWS || this.#batchLength >= MAX_BATCH_LENGTH;
  }

  takeBatch(): TableRow[] {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    return batch;
  }

  toFault(error: unknown): unknown {
    if (!(error instanceof CsvError)) return error;
    return this.#fault(this.#line, REASONS[error.code] ?? `cannot be read (${error.code})`);
  }

  #check(line: number, column: number, text: string): void {
    const { rows, columns, cellLength } = this.#limits;
    if (line > rows) throw this.#fault(line, `is past the limit of ${rows} lines`);
    if (column >= columns) throw this.#fault(line, `has over ${columns} columns`);
    if (text.length > cellLength) {
      throw this.#fault(line, `has a cell of over ${cellLength} characters`);
    }
  }

  #fault(line: number, what: string): FileFault {
    return new FileFault(`${this.#label}, line ${line} ${what}: correct the file`);
  }
}
