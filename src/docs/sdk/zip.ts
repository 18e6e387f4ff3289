import { crc32 } from 'node:zlib';
import type { ArchiveFile } from './tar.ts';

const LOCAL_SIGNATURE = 0x04034b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const VERSION = 20;
/** 1 January 1980, so that equal files are equal archives. */
const DOS_DATE = 0x0021;
/** A regular file that everyone may read, as Unix has it. */
const ATTRIBUTES = 0o100644 * 2 ** 16;

/** An archive of uncompressed files: compressed bytes would differ between versions of zlib. */
export function packZip(files: readonly ArchiveFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const common = packCommon(name, content);
    const local = Buffer.concat([
      uint32(LOCAL_SIGNATURE),
      uint16(VERSION),
      common,
      Buffer.from(name),
      content,
    ]);
    directory.push(
      uint32(DIRECTORY_SIGNATURE),
      // The upper byte says whose attributes they are: those of Unix.
      uint16(0x0300 + VERSION, VERSION),
      common,
      uint16(0, 0, 0),
      uint32(ATTRIBUTES, offset),
      Buffer.from(name),
    );
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = [uint16(0, 0, files.length, files.length), uint32(entries.length, offset), uint16(0)];
  return Buffer.concat([...parts, entries, uint32(END_SIGNATURE), ...end]);
}

/** The fields that local headers and directory entries have in common. */
function packCommon(name: string, content: Buffer): Buffer {
  return Buffer.concat([
    // No flag, stored, at midnight.
    uint16(0, 0, 0, DOS_DATE),
    uint32(crc32(content), content.length, content.length),
    uint16(name.length, 0),
  ]);
}

/** Whole numbers of two bytes one after the other, the lowest byte first. */
function uint16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2);
  return buffer;
}

/** The same with four bytes. */
function uint32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, index * 4);
  return buffer;
}
