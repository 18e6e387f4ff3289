import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTableFile } from '../../src/import/table/open.ts';
import type { ReadOptions, TableFile, TableRow } from '../../src/import/table/table.ts';

/** Runs with the path of a file of this content, in a folder that is removed afterwards. */
export async function withFile<T>(
  name: string,
  content: string | Uint8Array,
  run: (path: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'registru-test-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, content);
    return await run(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Opens the content as a file of this name, for as long as `run` takes. */
export async function withTable<T>(
  name: string,
  content: string | Uint8Array,
  options: ReadOptions,
  run: (file: TableFile) => Promise<T>,
): Promise<T> {
  return await withFile(name, content, async (path) => {
    const file = await openTableFile(path, options);
    try {
      return await run(file);
    } finally {
      await file.close();
    }
  });
}

/** All rows of the first sheet. */
export async function readTable(
  name: string,
  content: string | Uint8Array,
  options: ReadOptions = {},
): Promise<TableRow[]> {
  return await withTable(name, content, options, (file) => readSheet(file, file.sheets[0] ?? ''));
}

export async function readSheet(file: TableFile, sheet: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of file.rows(sheet)) rows.push(...batch);
  return rows;
}
