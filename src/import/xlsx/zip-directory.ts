import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';
import { readBytes, type SourceFile, toCutShort } from '../table/source-file.ts';
import type { ReadLimits } from '../table/table.ts';

/** One entry of a ZIP archive as its central directory describes it. */
export type ZipEntry = ReturnType<typeof readEntry>['entry'];

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const ZIP64_EXTRA = 0x0001;
const IN_ZIP64 = 0xffffffff;
const MAX_DIRECTORY_BYTES = 2 ** 24;

/** The archive's parts by folded name: OPC compares part names ignoring case. */
export async function readZipDirectory(
  file: SourceFile,
  limits: ReadLimits,
): Promise<Map<string, ZipEntry>> {
  const range = await findDirectory(file);
  if (range.entries > limits.entries || range.bytes > MAX_DIRECTORY_BYTES) {
    throw new FileFault(
      `${file.name} has ${range.entries} parts, the limit is ${limits.entries}: ` +
        'it is no workbook, choose another file',
    );
  }
  const directory = await readBytes(file, range.offset, range.bytes);
  const entries = new Map<string, ZipEntry>();
  let unpackedBytes = 0;
  let at = 0;
  for (let count = 0; count < range.entries; count++) {
    const { entry, end } = readEntry(file, directory, at);
    const key = toPartKey(entry.name);
    if (entries.has(key)) {
      throw new FileFault(
        `${file.name} holds two parts named ${quote(entry.name)}: save it again as XLSX`,
      );
    }
    entries.set(key, entry);
    // A larger part is refused when it is read.
    unpackedBytes += Math.min(entry.bytes, limits.entryBytes);
    if (unpackedBytes > limits.fileBytes) {
      throw new FileFault(
        `${file.name} unpacks to over ${limits.fileBytes} bytes, which is the limit: divide it`,
      );
    }
    at = end;
  }
  return entries;
}

/** Some writers of the format use backslashes or a leading slash. */
export function toPartKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** Where the central directory is, and how many entries it has. */
async function findDirectory(file: SourceFile) {
  const tailBytes = Math.min(file.size, END_BYTES + MAX_COMMENT_BYTES);
  const tailOffset = file.size - tailBytes;
  const tail = await readBytes(file, tailOffset, tailBytes);
  for (let at = tailBytes - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    // Bytes that only look like the record do not match the length of its comment.
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tailBytes) continue;
    const zip64 = await findZip64End(file, tailOffset + at);
    if (zip64 !== null) return zip64;
    return {
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
  }
  throw toCutShort(file);
}

async function findZip64End(file: SourceFile, endOffset: number) {
  if (endOffset < ZIP64_LOCATOR_BYTES) return null;
  const locator = await readBytes(file, endOffset - ZIP64_LOCATOR_BYTES, ZIP64_LOCATOR_BYTES);
  if (locator.readUInt32LE(0) !== ZIP64_LOCATOR_SIGNATURE) return null;
  const offset = Number(locator.readBigUInt64LE(8));
  if (offset + ZIP64_END_BYTES > endOffset) throw toCutShort(file);
  const end = await readBytes(file, offset, ZIP64_END_BYTES);
  if (end.readUInt32LE(0) !== ZIP64_END_SIGNATURE) throw toCutShort(file);
  return {
    entries: Number(end.readBigUInt64LE(32)),
    bytes: Number(end.readBigUInt64LE(40)),
    offset: Number(end.readBigUInt64LE(48)),
  };
}

function readEntry(file: SourceFile, directory: Buffer, at: number) {
  if (at + ENTRY_BYTES > directory.length) throw toCutShort(file);
  if (directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw toCutShort(file);
  const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const end = extraEnd + directory.readUInt16LE(at + 32);
  if (end > directory.length) throw toCutShort(file);
  const entry = {
    name: directory.toString('utf8', at + ENTRY_BYTES, nameEnd),
    flags: directory.readUInt16LE(at + 8),
    /** 0 stored, 8 deflated. */
    method: directory.readUInt16LE(at + 10),
    crc32: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    bytes: directory.readUInt32LE(at + 24),
    headerOffset: directory.readUInt32LE(at + 42),
  };
  readZip64Extra(file, entry, directory.subarray(nameEnd, extraEnd));
  return { entry, end };
}

/** The field holds, in this order, only the numbers that do not fit into the entry itself. */
function readZip64Extra(file: SourceFile, entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; ) {
    const bytes = extra.readUInt16LE(at + 2);
    const end = at + 4 + bytes;
    if (end > extra.length) throw toCutShort(file);
    if (extra.readUInt16LE(at) === ZIP64_EXTRA) {
      let next = at + 4;
      for (const field of ['bytes', 'packedBytes', 'headerOffset'] as const) {
        if (entry[field] !== IN_ZIP64) continue;
        if (next + 8 > end) throw toCutShort(file);
        entry[field] = Number(extra.readBigUInt64LE(next));
        next += 8;
      }
      return;
    }
    at = end;
  }
}
