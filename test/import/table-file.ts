import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTableFile } from '../../src/import/table/open.ts';
import type { ReadOptions, TableFile, TableRow } from '../../src/import/table/table.ts';
import { makeTestFolder } from '../support/folder.ts';
import { onFinished } from '../support/shared.ts';

/** A file of this content that goes with the test; its path. */
export function saveFile(name: string, content: string | Uint8Array): string {
  const path = join(makeTestFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** Opens the content as a file of this name until the test ends. */
export async function openTable(
  name: string,
  content: string | Uint8Array,
  options: ReadOptions = {},
): Promise<TableFile> {
  const file = await openTableFile(saveFile(name, content), options);
  onFinished(() => file.close());
  return file;
}

/** All rows of the first sheet. */
export async function readTable(
  name: string,
  content: string | Uint8Array,
  options: ReadOptions = {},
): Promise<TableRow[]> {
  const file = await openTableFile(saveFile(name, content), options);
  try {
    return await readSheet(file, file.sheets[0] ?? '');
  } finally {
    await file.close();
  }
}

export async function readSheet(file: TableFile, sheet: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of file.rows(sheet)) rows.push(...batch);
  return rows;
}
