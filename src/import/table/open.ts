import { tmpdir } from 'node:os';
import { extname } from 'node:path';
import { FileFault } from '../../domain/errors.ts';
import { openXlsxFile } from '../xlsx/xlsx-file.ts';
import { openCsvFile } from './csv-file.ts';
import { openSourceFile, readBytes, type SourceFile } from './source-file.ts';
import { CHUNK_BYTES, READ_LIMITS, type ReadOptions, type TableFile } from './table.ts';

type Format = keyof typeof FORMATS;

const HEAD_BYTES = 4_096;
/** The format that a name promises; with any other extension the content decides. */
const PROMISES = new Map<string, Format | null>([
  ['.xlsx', 'xlsx'],
  ['.xlsm', 'xlsx'],
  ['.csv', 'csv'],
  ['.txt', 'csv'],
  ['.xls', null],
]);
const FORMATS = {
  xlsx: { title: 'an XLSX workbook', extension: '.xlsx', open: openXlsxFile },
  csv: { title: 'plain text', extension: '.csv', open: openCsvFile },
};
const HTML = /^\s*<(?:!doctype|html|head|body|table|meta|script)\b/i;
const XML = /^\s*<\?xml\s/i;
/** The container of Office files before 2007, in which Excel also wraps encrypted workbooks. */
const COMPOUND_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const COMPOUND_HEADER_BYTES = 512;
const SECTOR_SHIFT_OFFSET = 30;
const DIRECTORY_SECTOR_OFFSET = 48;
/** Sectors have 512 or 4,096 bytes ([MS-CFB] 2.2). */
const MAX_SECTOR_SHIFT = 12;
/** The relevant streams are among the first entries of the directory, 128 bytes each. */
const DIRECTORY_BYTES = 4_096;
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
const WORKBOOK_STREAMS = ['Workbook', 'Book'].map((name) => Buffer.from(`${name}\0`, 'utf16le'));
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
 * Opens an XLSX workbook or a CSV file by its content; its name must not contradict that. Throws
 * FileFault for everything else, and then leaves nothing open.
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
    const limits = { ...READ_LIMITS, ...options.limits };
    if (file.size > limits.fileBytes) {
      throw new FileFault(
        `${file.name} has ${file.size} bytes, the limit is ${limits.fileBytes}: ` +
          'divide it, or fetch it again',
      );
    }
    const { chunkBytes = CHUNK_BYTES, temporaryFolder = tmpdir() } = options;
    return await FORMATS[format].open(file, { limits, chunkBytes, temporaryFolder });
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

/** The kind of document in the container, by the names of its streams. */
async function findCompoundContent(file: SourceFile): Promise<'encrypted' | 'workbook' | 'other'> {
  if (file.size < COMPOUND_HEADER_BYTES) return 'other';
  const header = await readBytes(file, 0, COMPOUND_HEADER_BYTES);
  const shift = Math.min(header.readUInt16LE(SECTOR_SHIFT_OFFSET), MAX_SECTOR_SHIFT);
  const start = (header.readUInt32LE(DIRECTORY_SECTOR_OFFSET) + 1) * 2 ** shift;
  if (start >= file.size) return 'other';
  const directory = await readBytes(file, start, Math.min(DIRECTORY_BYTES, file.size - start));
  if (directory.includes(ENCRYPTED_STREAM)) return 'encrypted';
  return WORKBOOK_STREAMS.some((name) => directory.includes(name)) ? 'workbook' : 'other';
}

function startsWith(head: Buffer, signature: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature);
}
