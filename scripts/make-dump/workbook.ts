import { readFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePackage } from '../xlsx-writer/package.ts';
import { SharedStrings } from '../xlsx-writer/shared-strings.ts';
import { SHEET_END } from '../xlsx-writer/sheet.ts';
import { toChunks, writeZip, type ZipPart } from '../xlsx-writer/zip.ts';
import { writeLicensedSheet, writeUnlicensedSheet } from './classification.ts';
import { createRowWriter, writeHead } from './company-sheet.ts';
import { DEFAULTS, type DumpOptions, type DumpSettings } from './options.ts';
import type { Outcome } from './row.ts';
import { generateRows } from './rows.ts';

export interface WriteOptions extends DumpOptions {
  /** The file for the expected results, one JSON line per data row; left out: none. */
  truthPath?: string;
}

export interface DumpSummary {
  /** Size of the workbook. */
  bytes: number;
  /** Data rows of the sheet by outcome, including the last row with the count. */
  outcomes: Record<Outcome, number>;
  /** Compared with the first dump; only where `changed` is above 0. */
  new: number;
  changed: number;
  gone: number;
}

const STYLES_PATH = join(import.meta.dirname, '../xlsx-writer/styles.xml');

/**
 * Writes a dump and replaces an existing file when the new one is complete. The table of texts
 * takes about 400 bytes of memory a row. Throws the system's error if a file cannot be written.
 */
export async function writeDump(path: string, options: WriteOptions): Promise<DumpSummary> {
  const { truthPath, ...wanted } = options;
  const settings = { ...DEFAULTS, ...wanted };
  const outcomes = { stored: 0, superseded: 0, rejected: 0, without_idno: 0 };
  const summary: DumpSummary = { bytes: 0, outcomes, new: 0, changed: 0, gone: settings.rows };
  if (truthPath !== undefined) {
    await replaceFile(truthPath, (file) => file.writeFile(toChunks(listTruth(settings))));
  }
  await replaceFile(path, async (file) => {
    summary.bytes = await writeZip(file, listParts(settings, summary));
  });
  return summary;
}

/** Writes a temporary file and renames it when it is complete. */
async function replaceFile(path: string, fill: (file: FileHandle) => Promise<void>) {
  const partPath = `${path}.part`;
  const file = await open(partPath, 'w');
  try {
    await fill(file);
    await file.close();
    await rename(partPath, path);
  } catch (error) {
    await file.close();
    await rm(partPath, { force: true });
    throw error;
  }
}

function* listTruth(settings: DumpSettings): Generator<string> {
  for (const { truth } of generateRows(settings)) yield `${JSON.stringify(truth)}\n`;
}

/** The shared strings come last, because writing the sheets collects them. */
function listParts(settings: DumpSettings, summary: DumpSummary): ZipPart[] {
  const strings = new SharedStrings();
  const shared = { share: strings.intern };
  const toPart = (name: string, write: () => string) => {
    return { name, chunks: () => [Buffer.from(write())] };
  };
  const sheets = [
    { name: 'Company', chunks: () => toChunks(writeCompanySheet(settings, strings, summary)) },
    toPart('Clasificare nelicenţiate', () => writeUnlicensedSheet(shared)),
    toPart('Clasificare licenţiate', () => writeLicensedSheet(shared)),
  ];
  const fixed = writePackage({ sheets, parts: ['styles', 'sharedStrings'] });
  return [
    ...fixed.map(({ name, xml }) => toPart(name, () => xml)),
    toPart('xl/styles.xml', () => readFileSync(STYLES_PATH, 'utf8')),
    ...sheets.map(({ chunks }, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, chunks })),
    { name: 'xl/sharedStrings.xml', chunks: () => strings.chunks() },
  ];
}

function* writeCompanySheet(settings: DumpSettings, strings: SharedStrings, summary: DumpSummary) {
  const writeCompany = createRowWriter(strings);
  yield writeHead(settings, strings);
  for (const row of generateRows(settings)) {
    const { outcome, change, kind } = row.truth;
    summary.outcomes[outcome] += 1;
    if (change !== null) summary[change] += 1;
    if (change !== 'new' && kind !== 'count_row') summary.gone -= 1;
    yield writeCompany(row);
  }
  yield SHEET_END;
}
