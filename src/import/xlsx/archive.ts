import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';
import { readBytes, readChunks, type SourceFile, toCutShort } from '../table/source-file.ts';
import { CHUNK_BYTES, type ReadLimits } from '../table/table.ts';
import { readZipDirectory, toPartKey, type ZipEntry } from './zip-directory.ts';

const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const ENCRYPTED = 0x0001;
const STRONGLY_ENCRYPTED = 0x0040;
const STORED = 0;
const DEFLATED = 8;
/** Smaller parts may shrink more than the ratio allows: they are harmless. */
const RATIO_FREE_BYTES = 2 ** 20;
/** zlib accepts no smaller buffer. */
const MIN_INFLATE_BYTES = 64;

export type XlsxArchive = Awaited<ReturnType<typeof openArchive>>;

/** The parts of a workbook file. */
export async function openArchive(file: SourceFile, limits: ReadLimits, chunkBytes = CHUNK_BYTES) {
  const entries = await readZipDirectory(file, limits);
  /** File and part, which begin each error message. */
  const label = (part: string) => `${file.name}, part ${quote(part)},`;
  /** Throws FileFault if there is no such part. */
  const find = (part: string) => {
    const entry = entries.get(toPartKey(part));
    if (entry !== undefined) return entry;
    throw new FileFault(`${label(part)} is missing: save the file again as XLSX`);
  };
  return {
    file,
    label,
    find,
    has: (part: string) => entries.has(toPartKey(part)),

    /**
     * Unpacks one part from its beginning, at most `chunkBytes` at a time and no further ahead than
     * one such chunk. Sizes and CRC-32 are checked against the directory, the latter after the last
     * chunk. Throws FileFault if there is no such part, or it has more than `maxBytes`.
     */
    async *read(part: string, maxBytes = limits.entryBytes): AsyncGenerator<Uint8Array> {
      const entry = find(part);
      const entryBytes = Math.min(maxBytes, limits.entryBytes);
      checkEntry(label(part), entry, { ...limits, entryBytes });
      const start = await findData(file, entry);
      const packed = readChunks(file, start, start + entry.packedBytes, Math.max(chunkBytes, 4096));
      const isStored = entry.method === STORED;
      let bytes = 0;
      let crc = 0;
      for await (const chunk of isStored ? packed : inflate(label(part), packed, chunkBytes)) {
        bytes += chunk.length;
        if (bytes > entry.bytes) break;
        crc = crc32(chunk, crc);
        for (let at = 0; at < chunk.length; at += chunkBytes) {
          yield chunk.subarray(at, at + chunkBytes);
        }
      }
      if (bytes !== entry.bytes || crc !== entry.crc32) throw toDamaged(label(part));
    },
  };
}

function checkEntry(label: string, entry: ZipEntry, limits: ReadLimits): void {
  if ((entry.flags & (ENCRYPTED | STRONGLY_ENCRYPTED)) !== 0) {
    throw new FileFault(`${label} is encrypted: save the file without a password`);
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw new FileFault(`${label} is packed by method ${entry.method}: save it again as XLSX`);
  }
  if (entry.bytes > limits.entryBytes) {
    throw new FileFault(
      `${label} unpacks to ${entry.bytes} bytes, the limit is ${limits.entryBytes}`,
    );
  }
  const ratio = entry.bytes / Math.max(entry.packedBytes, 1);
  if (entry.bytes > RATIO_FREE_BYTES && ratio > limits.compressionRatio) {
    throw new FileFault(
      `${label} unpacks to ${Math.round(ratio)} times its size, the limit is ` +
        `${limits.compressionRatio}: it looks like a ZIP bomb`,
    );
  }
}

/** The local header repeats the directory's, and its extra field may have another length. */
async function findData(file: SourceFile, entry: ZipEntry): Promise<number> {
  const header = await readBytes(file, entry.headerOffset, HEADER_BYTES);
  if (header.readUInt32LE(0) !== HEADER_SIGNATURE) throw toCutShort(file);
  const start =
    entry.headerOffset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.packedBytes > file.size) throw toCutShort(file);
  return start;
}

async function* inflate(
  label: string,
  packed: AsyncIterable<Buffer>,
  chunkBytes: number,
): AsyncGenerator<Buffer> {
  const chunkSize = Math.max(chunkBytes, MIN_INFLATE_BYTES);
  const inflater = createInflateRaw({ chunkSize });
  // Its error is thrown by the loop below.
  pipeline(packed, inflater, () => {});
  try {
    yield* inflater;
  } catch (error) {
    const isDamage = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
    throw isDamage ? toDamaged(label) : error;
  } finally {
    inflater.destroy();
  }
}

function toDamaged(label: string): FileFault {
  return new FileFault(`${label} is damaged: fetch the file again`);
}
