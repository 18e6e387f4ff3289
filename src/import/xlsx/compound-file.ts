import { readBytes, type SourceFile } from '../table/source-file.ts';

/** The container of Office files before 2007, in which Excel also wraps encrypted workbooks. */
export const COMPOUND_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

const HEADER_BYTES = 512;
const SECTOR_SHIFT_OFFSET = 30;
const DIRECTORY_SECTOR_OFFSET = 48;
/** 512 or 4,096 bytes are the two that exist ([MS-CFB] 2.2). */
const MAX_SECTOR_SHIFT = 12;
/** The streams sought are among the first entries of the directory, 128 bytes each. */
const DIRECTORY_BYTES = 4_096;
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
const WORKBOOK_STREAMS = ['Workbook', 'Book'].map((name) => Buffer.from(`${name}\0`, 'utf16le'));

/** What the container holds, judged by the names of its streams. */
export async function findCompoundContent(
  file: SourceFile,
): Promise<'encrypted' | 'workbook' | 'other'> {
  if (file.size < HEADER_BYTES) return 'other';
  const header = await readBytes(file, 0, HEADER_BYTES);
  const shift = Math.min(header.readUInt16LE(SECTOR_SHIFT_OFFSET), MAX_SECTOR_SHIFT);
  const start = (header.readUInt32LE(DIRECTORY_SECTOR_OFFSET) + 1) * 2 ** shift;
  if (start >= file.size) return 'other';
  const directory = await readBytes(file, start, Math.min(DIRECTORY_BYTES, file.size - start));
  if (directory.includes(ENCRYPTED_STREAM)) return 'encrypted';
  return WORKBOOK_STREAMS.some((name) => directory.includes(name)) ? 'workbook' : 'other';
}
