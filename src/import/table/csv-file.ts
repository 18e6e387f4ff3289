import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';
import { readBytes, readChunks, requireUnchanged, type SourceFile } from './source-file.ts';
import {
  type ReadLimits,
  type ReadSettings,
  RowBatch,
  type RowBatches,
  type TableFile,
} from './table.ts';

/** The start of the file, in which the delimiter is found. */
const SAMPLE_BYTES = 65_536;
const SAMPLE_LINES = 200;
const LINE_END = /\r\n|\n|\r/g;
/** By the library's error codes; its own messages name fields instead of lines. */
const REASONS: Record<string, string> = {
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside an unquoted cell',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  CSV_MAX_RECORD_SIZE: 'is far too long, or has a quote that is never closed',
};
const SEPARATOR_LINE = /^\uFEFF?sep=([^\r\n])\r?\n/i;
const QUOTED = /"[^"]*(?:"|$)/g;
/** The first one wins a tie. */
const DELIMITERS = [',', ';', '\t', '|'];
const DELIMITER_NAMES = new Map([
  ['\t', 'tabs'],
  ['|', 'pipes ("|")'],
]);

/** How a CSV file is written. */
interface Dialect {
  delimiter: ',' | ';';
  /** The line of the first record, from 1: Excel may write `sep=;` on a line before it. */
  firstLine: number;
}

/**
 * Opens comma or semicolon separated text in UTF-8 as a file of one sheet, which has the file's
 * own name. Every cell is text, or null where it is empty, also at the end of a row; blank lines and
 * rows are left out. Throws FileFault.
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

/**
 * Finds the delimiter that divides the lines at the start of the text most evenly. Throws FileFault
 * for one that is neither a comma nor a semicolon.
 */
function detectDialect(sample: string, fileName: string): Dialect {
  const separator = SEPARATOR_LINE.exec(sample)?.[1];
  const delimiter = separator ?? findDelimiter(sample);
  if (delimiter === ',' || delimiter === ';') {
    return { delimiter, firstLine: separator === undefined ? 1 : 2 };
  }
  throw new FileFault(
    `${fileName} has ${DELIMITER_NAMES.get(delimiter) ?? quote(delimiter)} between its cells, ` +
      'not commas or semicolons: save it as CSV UTF-8',
  );
}

function findDelimiter(sample: string): string {
  // Line ends and delimiters in quotes do not count.
  const lines = sample.replace(QUOTED, '').split(/[\r\n]/, SAMPLE_LINES);
  let best = { delimiter: ',', lines: 0 };
  for (const delimiter of DELIMITERS) {
    const count = countEvenLines(lines, delimiter);
    if (count > best.lines) best = { delimiter, lines: count };
  }
  return best.delimiter;
}

/** How many lines have the number of delimiters, other than none, that most lines have. */
function countEvenLines(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => line.split(delimiter).length - 1);
  const linesByCount = Map.groupBy(counts, (count) => count);
  linesByCount.delete(0);
  return Math.max(0, ...[...linesByCount.values()].map(({ length }) => length));
}

async function* readRows(
  file: SourceFile,
  { delimiter, firstLine }: Dialect,
  limits: ReadLimits,
  chunkBytes: number,
): RowBatches {
  const batch = new RowBatch();
  const fault = (line: number, what: string) =>
    new FileFault(`${file.name}, line ${line} ${what}: correct the file`);
  let line = firstLine;
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
      const number = line;
      line += 1 + countLineEnds(texts);
      if (texts.every((text) => text === '')) return null;
      const excess = findExcess(number, texts, limits);
      if (excess !== null) throw fault(number, excess);
      const cells = texts.slice(0, limits.columns).map((text) => (text === '' ? null : text));
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      if (batch.add({ number, cells }, length)) parser.push(batch.take());
      return null;
    },
  });
  // Its error is thrown by the loop below.
  pipeline(decodeUtf8(file, chunkBytes), parser, () => {});
  try {
    yield* parser;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fault(line, REASONS[error.code] ?? `cannot be read (${error.code})`);
  }
  const rest = batch.take();
  if (rest.length > 0) yield rest;
}

/** Line ends within a record are in quoted cells, which keep them. */
function countLineEnds(texts: readonly string[]): number {
  let count = 0;
  for (const text of texts) {
    if (text.includes('\n') || text.includes('\r')) count += text.match(LINE_END)?.length ?? 0;
  }
  return count;
}

function findExcess(
  line: number,
  texts: readonly string[],
  { rows, columns, cellLength }: ReadLimits,
): string | null {
  if (line > rows) return `is past the limit of ${rows} lines`;
  if (texts.findLastIndex((text) => text !== '') >= columns) return `has over ${columns} columns`;
  const isLong = texts.some((text) => text.length > cellLength);
  return isLong ? `has a cell of over ${cellLength} characters` : null;
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
    line += text.split('\n').length - 1;
    yield text;
  }
  yield decode();
  // Nothing else shows that a part is missing, as the checksums of a workbook do.
  await requireUnchanged(file);
}
