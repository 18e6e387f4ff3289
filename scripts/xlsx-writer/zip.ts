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

/** As Java's writers do it; bit 11: names are UTF-8. */
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

/** Writes the parts one after the other from the file's beginning; gives the file's size. */
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
  const head = pack([4, 0x04034b50], [2, VERSION], ...packCommon(entry, extra));
  return Buffer.concat([head, Buffer.from(entry.name), extra]);
}

export function packDescriptor({ crc, packedBytes, plainBytes }: ZipEntry): Buffer {
  return pack([4, 0x08074b50], [4, crc], [4, packedBytes], [4, plainBytes]);
}

export function packDirectoryEntry(entry: ZipEntry, extra: Buffer = NO_EXTRA): Buffer {
  const versions: Field[] = [
    [2, VERSION],
    [2, VERSION],
  ];
  const head = pack([4, 0x02014b50], ...versions, ...packCommon(entry, extra));
  // Comment length, disk, internal and external attributes are all zero.
  const tail = pack([2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]);
  return Buffer.concat([head, tail, Buffer.from(entry.name), extra]);
}

export function packEnd(count: number, bytes: number, offset: number, comment = ''): Buffer {
  const text = Buffer.from(comment);
  const counts: Field[] = [
    [2, count],
    [2, count],
  ];
  const head = pack([4, 0x06054b50], [4, 0], ...counts, [4, bytes], [4, offset], [2, text.length]);
  return Buffer.concat([head, text]);
}

export type Field = readonly [bytes: 2 | 4 | 6, value: number];

/** Whole numbers one after the other, the lowest byte first. */
export function pack(...fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/** The fields that local headers and directory entries have in common. */
function packCommon(entry: ZipEntry, extra: Buffer): Field[] {
  const { flags, method, crc, packedBytes, plainBytes } = entry;
  return [
    [2, flags],
    [2, method],
    [2, 0],
    [2, DOS_DATE],
    [4, crc],
    [4, packedBytes],
    [4, plainBytes],
    [2, Buffer.byteLength(entry.name)],
    [2, extra.length],
  ];
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
