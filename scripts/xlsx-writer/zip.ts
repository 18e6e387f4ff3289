import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of the archive; its chunks are asked for when its turn comes, and once only. */
export interface ZipPart {
  name: string;
  chunks(): Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** The fields of a part's ZIP records. */
export interface ZipEntry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  plainBytes: number;
  /** Where its local header begins. */
  offset: number;
}

export const STORED = 0;
export const DEFLATED = 8;
/** Bit 3: sizes follow the data. */
export const DESCRIPTOR_FLAG = 0x0008;

/** The flags that Java's writers set; bit 11: names are UTF-8. */
const STREAMED_FLAGS = 0x0800 | DESCRIPTOR_FLAG;
/** At this level 300,000 rows are 38 MB, as the real file is. */
const DEFLATE_LEVEL = 4;
const VERSION = 20;
/** 1 January 1980, so that the same dump is the same bytes whenever it is made. */
const DOS_DATE = 0x0021;
/** Above this size the format would need its 64-bit extension. */
const MAX_BYTES = 0xffffffff;
const CHUNK_LENGTH = 256 * 1024;
const NO_EXTRA = Buffer.alloc(0);

/** Writes the parts one after the other from the file's beginning; returns the file's size. */
export async function writeZip(file: FileHandle, parts: readonly ZipPart[]): Promise<number> {
  let position = 0;
  const append = async (bytes: Buffer): Promise<void> => {
    await file.write(bytes, 0, bytes.length, position);
    position += bytes.length;
  };
  const entries: ZipEntry[] = [];
  for (const part of parts) {
    const { name } = part;
    const unknown = { crc: 0, packedBytes: 0, plainBytes: 0 };
    const entry = { name, flags: STREAMED_FLAGS, method: DEFLATED, ...unknown, offset: position };
    await append(packLocalHeader(entry));
    Object.assign(entry, await deflate(part, append));
    if (entry.plainBytes > MAX_BYTES || position > MAX_BYTES) {
      throw new Error(`${name} would pass 4 GiB, which this archive cannot hold`);
    }
    await append(packDescriptor(entry));
    entries.push(entry);
  }
  const offset = position;
  for (const entry of entries) await append(packDirectoryEntry(entry));
  await append(packEnd(entries.length, position - offset, offset));
  return position;
}

/** Texts that follow each other, put together to chunks of a size that packs well. */
export function* toChunks(texts: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

export function packLocalHeader(entry: ZipEntry, extra: Buffer = NO_EXTRA): Buffer {
  const name = Buffer.from(entry.name);
  return Buffer.concat([
    uint32(0x04034b50),
    uint16(VERSION),
    packCommon(entry, extra),
    name,
    extra,
  ]);
}

export function packDescriptor({ crc, packedBytes, plainBytes }: ZipEntry): Buffer {
  return uint32(0x08074b50, crc, packedBytes, plainBytes);
}

export function packDirectoryEntry(entry: ZipEntry, extra: Buffer = NO_EXTRA): Buffer {
  const head = [uint32(0x02014b50), uint16(VERSION, VERSION), packCommon(entry, extra)];
  // Comment length, disk, internal and external attributes are all zero.
  const tail = [uint16(0, 0, 0), uint32(0, entry.offset)];
  return Buffer.concat([...head, ...tail, Buffer.from(entry.name), extra]);
}

export function packEnd(count: number, bytes: number, offset: number, comment = ''): Buffer {
  const text = Buffer.from(comment);
  const counts = [uint16(0, 0, count, count), uint32(bytes, offset), uint16(text.length)];
  return Buffer.concat([uint32(0x06054b50), ...counts, text]);
}

/** Whole numbers of two bytes one after the other, the lowest byte first. */
export function uint16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2);
  return buffer;
}

/** The same with four bytes. */
export function uint32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, index * 4);
  return buffer;
}

/** The fields that local headers and directory entries have in common. */
function packCommon(entry: ZipEntry, extra: Buffer): Buffer {
  const { flags, method, crc, packedBytes, plainBytes } = entry;
  return Buffer.concat([
    uint16(flags, method, 0, DOS_DATE),
    uint32(crc, packedBytes, plainBytes),
    uint16(Buffer.byteLength(entry.name), extra.length),
  ]);
}

async function deflate(part: ZipPart, append: (bytes: Buffer) => Promise<void>) {
  const sizes = { crc: 0, packedBytes: 0, plainBytes: 0 };
  await pipeline(
    async function* () {
      for await (const chunk of part.chunks()) {
        sizes.crc = crc32(chunk, sizes.crc);
        sizes.plainBytes += chunk.length;
        yield chunk;
      }
    },
    createDeflateRaw({ level: DEFLATE_LEVEL }),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) {
        sizes.packedBytes += chunk.length;
        await append(chunk);
      }
    },
  );
  return sizes;
}
