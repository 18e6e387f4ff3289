import { readFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePackage } from '../xlsx-writer/package.ts';
import { SharedStrings } from '../xlsx-writer/shared-strings.ts';
import { SHEET_END } from '../xlsx-writer/sheet.ts';
import { writeZip, type ZipPart } from '../xlsx-writer/zip.ts';
import { writeLicensedSheet, writeUnlicensedSheet } from './classification.ts';
import { createCompanySheet } from './company-sheet.ts';
import type { Outcome, Truth } from './row.ts';
import { type DumpOptions, generateRows } from './rows.ts';
import { countNew } from './week.ts';

export interface WriteOptions extends DumpOptions {
  /** Where the truth goes, one JSON line for every data row; left out: nowhere. */
  truthPath?: string;
}

export interface DumpSummary {
  /** Size of the workbook. */
  bytes: number;
  /** Data rows of the sheet by what must come of them, the last row with the count included. */
  outcomes: Record<Outcome, number>;
  /** Against the first dump: only where a share of changed companies was asked for. */
  new: number;
  changed: number;
  gone: number;
}

const CHUNK_LENGTH = 256 * 1024;
const SHEETS = ['Company', 'Clasificare nelicenţiate', 'Clasificare licenţiate'];
const STYLES_PATH = join(import.meta.dirname, '../xlsx-writer/styles.xml');

/**
 * Writes a dump; a file of the name is replaced once the new one is whole. Memory grows by about
 * 400 bytes a row, for the table of texts. Throws the system's error if a file cannot be written.
 */
export async function writeDump(path: string, options: WriteOptions): Promise<DumpSummary> {
  const summary: DumpSummary = {
    bytes: 0,
    outcomes: { stored: 0, superseded: 0, rejected: 0, without_idno: 0 },
    new: 0,
    changed: 0,
    gone: 0,
  };
  await replaceFile(path, async (file) => {
    const write = async (truth: FileHandle | null) => {
      summary.bytes = await writeZip(file, listParts(options, summary, truth));
    };
    if (options.truthPath === undefined) return write(null);
    return replaceFile(options.truthPath, write);
  });
  return summary;
}

/** Fills a file beside the wanted one and gives it the name when all is written. */
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

/** The texts come last: they are known when the sheets are written. */
function listParts(
  options: DumpOptions,
  summary: DumpSummary,
  truth: FileHandle | null,
): ZipPart[] {
  const strings = new SharedStrings();
  const sheets = SHEETS.map((name) => ({ name }));
  const { date1904 = false } = options;
  const toPart = (name: string, write: () => string): ZipPart => {
    return { name, chunks: () => [Buffer.from(write())] };
  };
  return [
    ...writePackage({ sheets, parts: ['styles', 'sharedStrings'], date1904 }).map(({ name, xml }) =>
      toPart(name, () => xml),
    ),
    toPart('xl/styles.xml', () => readFileSync(STYLES_PATH, 'utf8')),
    {
      name: 'xl/worksheets/sheet1.xml',
      chunks: () => writeCompanySheet(options, strings, summary, truth),
    },
    toPart('xl/worksheets/sheet2.xml', () => writeUnlicensedSheet(strings.intern)),
    toPart('xl/worksheets/sheet3.xml', () => writeLicensedSheet(strings.intern)),
    { name: 'xl/sharedStrings.xml', chunks: () => strings.chunks() },
  ];
}

async function* writeCompanySheet(
  options: DumpOptions,
  strings: SharedStrings,
  summary: DumpSummary,
  truthFile: FileHandle | null,
): AsyncGenerator<Buffer> {
  const { rows, changed = 0, dumpDate, date1904 = false } = options;
  const sheet = createCompanySheet(strings);
  let xml = sheet.writeHead(dumpDate, date1904);
  let truths = '';
  let companies = 0;
  for (const row of generateRows(options)) {
    xml += sheet.writeRow(row);
    count(summary, row.truth);
    if (row.truth.kind !== 'count_row') companies += 1;
    if (truthFile !== null) truths += `${JSON.stringify(row.truth)}\n`;
    if (xml.length < CHUNK_LENGTH) continue;
    yield Buffer.from(xml);
    xml = '';
    await truthFile?.appendFile(truths);
    truths = '';
  }
  await truthFile?.appendFile(truths);
  summary.gone = rows + (changed > 0 ? countNew(rows, changed) : 0) - companies;
  yield Buffer.from(xml + SHEET_END);
}

function count(summary: DumpSummary, { outcome, change }: Truth): void {
  summary.outcomes[outcome] += 1;
  if (change !== null) summary[change] += 1;
}
