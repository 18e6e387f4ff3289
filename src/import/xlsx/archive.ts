import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';
import { CHUNK_BYTES, type ReadLimits } from '../table/read-limits.ts';
import type { SourceFile } from '../table/source-file.ts';
import { readZipDirectory, toPartKey } from './zip-directory.ts';
import { readZipEntry } from './zip-entry.ts';

/** The parts of an open workbook file. */
export interface XlsxArchive {
  file: SourceFile;
  has(part: string): boolean;
  /** File and part, for the head of a fault. */
  label(part: string): string;
  /**
   * The part's bytes from its beginning, at each call. Throws FileFault where there is no such
   * part, or it has more than `maxBytes`.
   */
  read(part: string, maxBytes?: number): AsyncGenerator<Uint8Array>;
}

export async function openArchive(
  file: SourceFile,
  limits: ReadLimits,
  chunkBytes = CHUNK_BYTES,
): Promise<XlsxArchive> {
  const entries = await readZipDirectory(file, limits);
  const label = (part: string) => `${file.name}, part ${quote(part)},`;
  return {
    file,
    label,
    has: (part) => entries.has(toPartKey(part)),
    read(part, maxBytes = limits.entryBytes) {
      const entry = entries.get(toPartKey(part));
      const entryBytes = Math.min(maxBytes, limits.entryBytes);
      if (entry !== undefined) {
        return readZipEntry(file, entry, label(part), { ...limits, entryBytes }, chunkBytes);
      }
      throw new FileFault(`${label(part)} is missing: save the file again as XLSX`);
    },
  };
}
