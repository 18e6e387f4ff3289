import { basename, extname } from 'node:path';
import { parse } from 'csv-parse';
import { FileFault } from '../../../domain/errors.ts';
import { quote } from '../../quote.ts';
import { CHUNK_BYTES, READ_LIMITS, type ReadLimits, type ReadOptions } from '../read-limits.ts';
import { readBytes, readChunks, type SourceFile } from '../source-file.ts';
import type { RowBatches, TableFile } from '../table.ts';
import { countLineEnds, type Dialect, detectDialect } from './dialect.ts';
import { CsvRows } from './rows.ts';

/** What the delimiter is judged by. */
const SAMPLE_BYTES = 65_536;

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
    separated: true,
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
    // Null: the parser has nothing to hand on, the rows are here already.
    on_record: (texts: string[]) => {
      rows.add(texts);
      // The length of the record after number 0 is what others are measured by. Each that differs
      // costs a stack trace, 40 µs, though it is allowed; after a title line all would.
      Object.assign(parser.info, { records: 0 });
      return null;
    },
  });
  // Each write reports its own error; an error event that nobody hears would end the process.
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
