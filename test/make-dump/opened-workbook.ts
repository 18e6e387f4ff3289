import { text } from 'node:stream/consumers';
import { openSourceFile } from '../../src/import/table/source-file.ts';
import { READ_LIMITS } from '../../src/import/table/table.ts';
import { openArchive } from '../../src/import/xlsx/archive.ts';
import { readZipDirectory } from '../../src/import/xlsx/zip-directory.ts';

/** The texts of a workbook's parts by their names in small letters. */
export async function readParts(path: string): Promise<Map<string, string>> {
  const file = await openSourceFile(path);
  try {
    const archive = await openArchive(file, READ_LIMITS);
    const parts = new Map<string, string>();
    for (const name of (await readZipDirectory(file, READ_LIMITS)).keys()) {
      parts.set(name, await text(archive.read(name)));
    }
    return parts;
  } finally {
    await file.handle.close();
  }
}
