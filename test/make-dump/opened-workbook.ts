import { text } from 'node:stream/consumers';
import { openTableFile } from '../../src/import/table/open.ts';
import { openSourceFile } from '../../src/import/table/source-file.ts';
import { READ_LIMITS, type TableRow } from '../../src/import/table/table.ts';
import { openArchive } from '../../src/import/xlsx/archive.ts';
import { readZipDirectory } from '../../src/import/xlsx/zip-directory.ts';
import { readSheet } from '../import/temporary-file.ts';

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

/** The rows of each sheet by its name, as an import reads them. */
export async function readSheets(path: string): Promise<Record<string, TableRow[]>> {
  const file = await openTableFile(path);
  try {
    const sheets: Record<string, TableRow[]> = {};
    for (const name of file.sheets) sheets[name] = await readSheet(file, name);
    return sheets;
  } finally {
    await file.close();
  }
}
