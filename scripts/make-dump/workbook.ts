import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { writeLicensedSheet, writeUnlicensedSheet } from './classification-sheets.ts';
import type { Outcome, Truth } from './row.ts';
import { type DumpOptions, generateRows } from './rows.ts';
import { createSharedStrings, type SharedStrings } from './shared-strings.ts';
import { openSheet, sheetEnd, writeRow } from './sheet.ts';
import { countNew } from './week.ts';
import { listFixedParts } from './workbook-parts.ts';
import { writeZip, type ZipPart } from './zip.ts';

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

const chunkLength = 256 * 1024;

/**
 * Writes a dump; a file of the name is replaced once the new one is whole. Memory grows by about
 * 400 bytes a row, for the table of texts. Throws the system's error if a file can't be written.
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
  const strings = createSharedStrings();
  const fixed = listFixedParts(options.date1904 ?? false);
  return [
    ...fixed.map(({ name, xml }) => ({ name, chunks: () => [Buffer.from(xml)] })),
    {
      name: 'xl/worksheets/sheet1.xml',
      chunks: () => writeCompanySheet(options, strings, summary, truth),
    },
    {
      name: 'xl/worksheets/sheet2.xml',
      chunks: () => [Buffer.from(writeUnlicensedSheet(strings))],
    },
    { name: 'xl/worksheets/sheet3.xml', chunks: () => [Buffer.from(writeLicensedSheet(strings))] },
    { name: 'xl/sharedStrings.xml', chunks: () => strings.chunks() },
  ];
}

async function* writeCompanySheet(
  options: DumpOptions,
  strings: SharedStrings,
  summary: DumpSummary,
  truthFile: FileHandle | null,
): AsyncGenerator<Buffer> {
  let xml = openSheet(options.dumpDate, options.date1904 ?? false, strings);
  let truths = '';
  let companies = 0;
  for (const row of generateRows(options)) {
    xml += writeRow(row, strings);
    count(summary, row.truth);
    if (row.truth.kind !== 'count_row') companies += 1;
    if (truthFile !== null) truths += `${JSON.stringify(row.truth)}\n`;
    if (xml.length < chunkLength) continue;
    yield Buffer.from(xml);
    xml = '';
    await truthFile?.appendFile(truths);
    truths = '';
  }
  await truthFile?.appendFile(truths);
  const { rows, changed = 0 } = options;
  summary.gone = rows + (changed > 0 ? countNew(rows, changed) : 0) - companies;
  yield Buffer.from(xml + sheetEnd);
}

function count(summary: DumpSummary, { outcome, change }: Truth): void {
  summary.outcomes[outcome] += 1;
  if (change !== null) summary[change] += 1;
}
