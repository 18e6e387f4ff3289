import { crc32, deflateRawSync } from 'node:zlib';
import {
  DEFLATED,
  DESCRIPTOR_FLAG,
  packDescriptor,
  packDirectoryEntry,
  packEnd,
  packLocalHeader,
  STORED,
  uint16,
  uint32,
  type ZipEntry,
} from '../../../scripts/xlsx-writer/zip.ts';

export interface ZipPart {
  name: string;
  content: string | Buffer;
  stored?: boolean;
  flags?: number;
  /** Sizes and CRC follow the data, as writers that stream leave them. */
  descriptor?: boolean;
  /** Sizes and offset stand in the Zip64 extra field. */
  zip64?: boolean;
  /** What the directory claims in place of the truth. */
  claims?: { crc?: number; plainBytes?: number; method?: number };
}

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** Its length differs from that of the directory's extra field on purpose. */
const LOCAL_EXTRA = Buffer.from([0xfe, 0xca, 3, 0, 1, 2, 3]);

/** A ZIP archive of the parts in the given order; `zip64` writes the 64-bit end record. */
export function writeZip(parts: readonly ZipPart[], zip64 = false, comment = ''): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const data = Buffer.from(part.content);
    const packed = part.stored ? data : deflateRawSync(data);
    const entry: ZipEntry = {
      name: part.name,
      flags: (part.flags ?? 0) | (part.descriptor ? DESCRIPTOR_FLAG : 0),
      method: part.stored ? STORED : DEFLATED,
      crc: crc32(data),
      packedBytes: packed.length,
      plainBytes: data.length,
      offset,
    };
    const unknown = part.descriptor ? { crc: 0, packedBytes: 0, plainBytes: 0 } : {};
    const local = packLocalHeader({ ...entry, ...unknown }, LOCAL_EXTRA);
    const descriptor = part.descriptor ? packDescriptor(entry) : Buffer.alloc(0);
    chunks.push(local, packed, descriptor);
    directory.push(writeEntry({ ...entry, ...part.claims }, part.zip64 === true));
    offset += local.length + packed.length + descriptor.length;
  }
  const entries = Buffer.concat(directory);
  const end = zip64
    ? writeEnd64(parts.length, entries.length, offset)
    : packEnd(parts.length, entries.length, offset, comment);
  return Buffer.concat([...chunks, entries, end]);
}

function writeEntry(entry: ZipEntry, zip64: boolean): Buffer {
  if (!zip64) return packDirectoryEntry(entry);
  const { plainBytes, packedBytes, offset } = entry;
  const extra = Buffer.concat([uint16(1, 24), uint64(plainBytes, packedBytes, offset)]);
  const full = { plainBytes: MAX_32, packedBytes: MAX_32, offset: MAX_32 };
  return packDirectoryEntry({ ...entry, ...full }, extra);
}

function writeEnd64(count: number, bytes: number, offset: number): Buffer {
  return Buffer.concat([
    uint32(0x06064b50),
    uint64(44),
    uint16(0, 0),
    uint32(0, 0),
    uint64(count, count, bytes, offset),
    uint32(0x07064b50, 0),
    uint64(offset + bytes),
    uint32(1),
    packEnd(MAX_16, MAX_32, MAX_32),
  ]);
}

/** Of eight bytes. */
function uint64(...values: number[]): Buffer {
  return uint32(...values.flatMap((value) => [value % 2 ** 32, Math.floor(value / 2 ** 32)]));
}
