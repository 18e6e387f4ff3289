import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of the archive; its chunks are asked for when its turn comes, and once only. */
export interface ZipPart {
  name: string;
  chunks(): Iterable<Buffer> | AsyncIterable<Buffer>;
}

interface Written {
  name: Buffer;
  crc: number;
  packedBytes: number;
  plainBytes: number;
  offset: number;
}

/** Bit 3: sizes follow the data, as Java's writers do it; bit 11: names are UTF-8. */
const entryFlags = 0x0808;
const deflated = 8;
/** At this level 300,000 rows are 38 MB, as the real file is. */
const deflateLevel = 4;
const versionNeeded = 20;
/** 1 January 1980, so that the same dump is the same bytes whenever it is made. */
const dosDate = 0x0021;
/** Above this size the format would need its 64-bit extension. */
const maxBytes = 0xffffffff;

/** Writes the parts one after the other from the file's beginning; gives the file's size. */
export async function writeZip(file: FileHandle, parts: ZipPart[]): Promise<number> {
  let position = 0;
  const append = async (bytes: Buffer): Promise<void> => {
    await file.write(bytes, 0, bytes.length, position);
    position += bytes.length;
  };
  const entries: Written[] = [];
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const offset = position;
    await append(Buffer.concat([writeHeader(0x04034b50, [versionNeeded], 0, 0, 0, name), name]));
    const sizes = await deflate(part, append);
    if (sizes.plainBytes > maxBytes || position > maxBytes) {
      throw new Error(`${part.name} would pass 4 GiB, which this archive can't hold`);
    }
    await append(writeDescriptor(sizes));
    entries.push({ name, offset, ...sizes });
  }
  const directoryOffset = position;
  for (const entry of entries) await append(writeDirectoryEntry(entry));
  await append(writeEnd(entries.length, position - directoryOffset, directoryOffset));
  return position;
}

async function deflate(part: ZipPart, append: (bytes: Buffer) => Promise<void>) {
  let crc = 0;
  let plainBytes = 0;
  let packedBytes = 0;
  await pipeline(
    async function* () {
      for await (const chunk of part.chunks()) {
        crc = crc32(chunk, crc);
        plainBytes += chunk.length;
        yield chunk;
      }
    },
    createDeflateRaw({ level: deflateLevel }),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) {
        packedBytes += chunk.length;
        await append(chunk);
      }
    },
  );
  return { crc, plainBytes, packedBytes };
}

/** The fields that local headers and directory entries have in common. */
function writeHeader(
  signature: number,
  versions: number[],
  crc: number,
  packedBytes: number,
  plainBytes: number,
  name: Buffer,
): Buffer {
  const header = Buffer.alloc(4 + versions.length * 2 + 24);
  let at = header.writeUInt32LE(signature);
  for (const version of versions) at = header.writeUInt16LE(version, at);
  at = header.writeUInt16LE(entryFlags, at);
  at = header.writeUInt16LE(deflated, at);
  at = header.writeUInt16LE(0, at);
  at = header.writeUInt16LE(dosDate, at);
  at = header.writeUInt32LE(crc, at);
  at = header.writeUInt32LE(packedBytes, at);
  at = header.writeUInt32LE(plainBytes, at);
  at = header.writeUInt16LE(name.length, at);
  header.writeUInt16LE(0, at);
  return header;
}

function writeDescriptor({ crc, packedBytes, plainBytes }: Omit<Written, 'name' | 'offset'>) {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packedBytes, 8);
  descriptor.writeUInt32LE(plainBytes, 12);
  return descriptor;
}

function writeDirectoryEntry({ name, crc, packedBytes, plainBytes, offset }: Written): Buffer {
  const versions = [versionNeeded, versionNeeded];
  const head = writeHeader(0x02014b50, versions, crc, packedBytes, plainBytes, name);
  // Comment length, disk, internal and external attributes are all zero.
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return Buffer.concat([head, tail, name]);
}

function writeEnd(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
