import { extname } from 'node:path';
import { FileFault } from '../../domain/errors.ts';
import { COMPOUND_SIGNATURE, findCompoundContent } from '../xlsx/compound-file.ts';
import { openXlsxFile } from '../xlsx/xlsx-file.ts';
import { openCsvFile } from './csv/csv-file.ts';
import type { ReadOptions } from './read-limits.ts';
import { openSourceFile, readBytes, type SourceFile } from './source-file.ts';
import type { TableFile } from './table.ts';

type Format = 'xlsx' | 'csv';

const HEAD_BYTES = 4_096;
/** What a name promises; any other name leaves it to the content. */
const PROMISES = new Map<string, Format | null>([
  ['.xlsx', 'xlsx'],
  ['.xlsm', 'xlsx'],
  ['.csv', 'csv'],
  ['.txt', 'csv'],
  ['.xls', null],
  ['.xlsb', null],
  ['.ods', null],
]);
const FORMATS: Record<Format, { title: string; extension: string }> = {
  xlsx: { title: 'an XLSX workbook', extension: '.xlsx' },
  csv: { title: 'plain text', extension: '.csv' },
};
const HTML = /^\s*<(?:!doctype|html|head|body|table|meta|script)\b/i;
const XML = /^\s*<\?xml\s/i;
const COMPOUND_REASONS = {
  encrypted: 'is encrypted: save it without a password',
  workbook: 'is a workbook of the old format (XLS): save it as XLSX',
  other: 'is an Office document of another kind: save the table as XLSX',
};
/** A part's header, or the end record of an archive without parts. */
const ZIP_SIGNATURES = [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')];
/** Other formats by their first bytes. */
const SIGNATURES: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0x1f, 0x8b]), 'is packed by gzip: unpack it first'],
  [Buffer.from('%PDF-'), 'is a PDF document: export the table as XLSX or CSV'],
  [Buffer.from([0xff, 0xfe]), 'is text in UTF-16: save it as CSV UTF-8'],
  [Buffer.from([0xfe, 0xff]), 'is text in UTF-16: save it as CSV UTF-8'],
];

/**
 * Opens an XLSX workbook or a CSV file, whichever its content is, provided that its name says
 * the same. Throws FileFault for everything else; then nothing is left open.
 */
export async function openTableFile(path: string, options: ReadOptions = {}): Promise<TableFile> {
  const file = await openSourceFile(path);
  try {
    const format = await findFormat(file);
    const extension = extname(file.name).toLowerCase();
    const promised = PROMISES.get(extension);
    if (promised !== undefined && promised !== format) {
      const { title, extension: right } = FORMATS[format];
      throw new FileFault(
        `${file.name} is named ${extension} but holds ${title}: ` +
          `fetch it again, or rename it to ${right} if that is what it should be`,
      );
    }
    return format === 'xlsx' ? await openXlsxFile(file, options) : await openCsvFile(file, options);
  } catch (error) {
    await file.handle.close();
    throw error;
  }
}

async function findFormat(file: SourceFile): Promise<Format> {
  const head = await readBytes(file, 0, Math.min(file.size, HEAD_BYTES));
  if (head.length === 0) throw new FileFault(`${file.name} is empty: fetch it again`);
  if (ZIP_SIGNATURES.some((signature) => startsWith(head, signature))) return 'xlsx';
  if (startsWith(head, COMPOUND_SIGNATURE)) {
    throw new FileFault(`${file.name} ${COMPOUND_REASONS[await findCompoundContent(file)]}`);
  }
  for (const [signature, reason] of SIGNATURES) {
    if (startsWith(head, signature)) throw new FileFault(`${file.name} ${reason}`);
  }
  if (head.includes(0)) {
    throw new FileFault(`${file.name} is neither an XLSX workbook nor CSV text: fetch it again`);
  }
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  if (HTML.test(text)) {
    throw new FileFault(`${file.name} is a web page, not a table: fetch the file itself`);
  }
  if (XML.test(text)) throw new FileFault(`${file.name} is an XML document: save it as XLSX`);
  return 'csv';
}

function startsWith(head: Buffer, signature: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature);
}
