import { crc32, deflateRawSync } from 'node:zlib';

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
  claims?: { crc32?: number; bytes?: number; method?: number };
}

interface WrittenPart {
  part: ZipPart;
  data: Buffer;
  packed: Buffer;
  offset: number;
}

const MAX_32 = 0xffffffff;

/** A ZIP archive of the parts in the given order; `zip64` writes the 64-bit end record. */
export function writeZip(parts: readonly ZipPart[], zip64 = false, comment = ''): Buffer {
  const chunks: Buffer[] = [];
  const written: WrittenPart[] = [];
  let offset = 0;
  for (const part of parts) {
    const data = Buffer.from(part.content);
    const packed = part.stored ? data : deflateRawSync(data);
    const local = writeLocal(part, data, packed);
    written.push({ part, data, packed, offset });
    chunks.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(written.map(writeEntry));
  const end = writeEnd(parts.length, directory.length, offset, zip64, Buffer.from(comment));
  return Buffer.concat([...chunks, directory, end]);
}

function writeLocal(part: ZipPart, data: Buffer, packed: Buffer): Buffer {
  const name = Buffer.from(part.name);
  // Its length differs from that of the directory's extra field on purpose.
  const extra = Buffer.from([0xfe, 0xca, 3, 0, 1, 2, 3]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE((part.flags ?? 0) | (part.descriptor ? 8 : 0), 6);
  header.writeUInt16LE(part.stored ? 0 : 8, 8);
  if (!part.descriptor) {
    header.writeUInt32LE(crc32(data), 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(data.length, 22);
  }
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  const descriptor = Buffer.alloc(part.descriptor ? 16 : 0);
  if (part.descriptor) {
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(crc32(data), 4);
    descriptor.writeUInt32LE(packed.length, 8);
    descriptor.writeUInt32LE(data.length, 12);
  }
  return Buffer.concat([header, name, extra, packed, descriptor]);
}

function writeEntry({ part, data, packed, offset }: WrittenPart): Buffer {
  const name = Buffer.from(part.name);
  const bytes = part.claims?.bytes ?? data.length;
  const extra = Buffer.alloc(part.zip64 ? 28 : 0);
  if (part.zip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(bytes), 4);
    extra.writeBigUInt64LE(BigInt(packed.length), 12);
    extra.writeBigUInt64LE(BigInt(offset), 20);
  }
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((part.flags ?? 0) | (part.descriptor ? 8 : 0), 8);
  header.writeUInt16LE(part.claims?.method ?? (part.stored ? 0 : 8), 10);
  header.writeUInt32LE(part.claims?.crc32 ?? crc32(data), 16);
  header.writeUInt32LE(part.zip64 ? MAX_32 : packed.length, 20);
  header.writeUInt32LE(part.zip64 ? MAX_32 : bytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(part.zip64 ? MAX_32 : offset, 42);
  return Buffer.concat([header, name, extra]);
}

function writeEnd(
  entries: number,
  bytes: number,
  offset: number,
  zip64: boolean,
  comment: Buffer,
): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : entries, 8);
  end.writeUInt16LE(zip64 ? 0xffff : entries, 10);
  end.writeUInt32LE(zip64 ? MAX_32 : bytes, 12);
  end.writeUInt32LE(zip64 ? MAX_32 : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  if (!zip64) return Buffer.concat([end, comment]);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(bytes), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end, comment]);
}
