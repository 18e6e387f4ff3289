import { readFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePackage } from '../xlsx-writer/package.ts';
import { SharedStrings } from '../xlsx-writer/shared-strings.ts';
import { SHEET_END, writeRow, writeSheet } from '../xlsx-writer/sheet.ts';
import { writeZip, type ZipPart } from '../xlsx-writer/zip.ts';
import { writeLicensedSheet, writeUnlicensedSheet } from './classification.ts';
import { writeCleanRow } from './clean-row.ts';
import { makeCompany } from './company.ts';
import { createRowWriter, writeHead } from './company-sheet.ts';
import { MAX_COMPANIES } from './idno.ts';
import { columns, type Outcome } from './row.ts';
import { type DumpOptions, generateRows } from './rows.ts';
import { countNew } from './week.ts';
import headers from './words/headers.json' with { type: 'json' };

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
/** What stands first in the workbook where a hidden sheet is asked for. */
const HIDDEN_SHEET = 'Arhiva';
const STYLES_PATH = join(import.meta.dirname, '../xlsx-writer/styles.xml');

/**
 * Writes a dump; a file of the name is replaced once the new one is whole. Memory grows by about
 * 400 bytes a row, for the table of texts. Throws the system's error if a file cannot be written.
 */
export async function writeDump(path: string, options: WriteOptions): Promise<DumpSummary> {
  const outcomes = { stored: 0, superseded: 0, rejected: 0, without_idno: 0 };
  const summary: DumpSummary = { bytes: 0, outcomes, new: 0, changed: 0, gone: 0 };
  if (options.truthPath !== undefined) {
    await replaceFile(options.truthPath, (file) => writeTruth(file, options));
  }
  await replaceFile(path, async (file) => {
    summary.bytes = await writeZip(file, listParts(options, summary));
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

async function writeTruth(file: FileHandle, options: DumpOptions): Promise<void> {
  let lines = '';
  for (const { truth } of generateRows(options)) {
    lines += `${JSON.stringify(truth)}\n`;
    if (lines.length < CHUNK_LENGTH) continue;
    await file.appendFile(lines);
    lines = '';
  }
  await file.appendFile(lines);
}

/** The texts come last: they are known when the sheets are written. */
function listParts(options: DumpOptions, summary: DumpSummary): ZipPart[] {
  const { date1904 = false, classification = 'dotted', hiddenSheet = false } = options;
  const strings = new SharedStrings();
  const { intern } = strings;
  const toPart = (name: string, write: () => string) => {
    return { name, isHidden: name === HIDDEN_SHEET, chunks: () => [Buffer.from(write())] };
  };
  const sheets = [
    ...(hiddenSheet ? [toPart(HIDDEN_SHEET, () => writeHiddenSheet(options, intern))] : []),
    { name: 'Company', chunks: () => writeCompanySheet(options, strings, summary) },
    toPart('Clasificare nelicenţiate', () => writeUnlicensedSheet(classification, intern)),
    toPart('Clasificare licenţiate', () => writeLicensedSheet(intern)),
  ];
  const fixed = writePackage({ sheets, parts: ['styles', 'sharedStrings'], date1904 });
  return [
    ...fixed.map(({ name, xml }) => toPart(name, () => xml)),
    toPart('xl/styles.xml', () => readFileSync(STYLES_PATH, 'utf8')),
    ...sheets.map(({ chunks }, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, chunks })),
    { name: 'xl/sharedStrings.xml', chunks: () => strings.chunks() },
  ];
}

/** A company that is none of the dump, below the register's header. */
function writeHiddenSheet(
  { seed, date1904 = false }: DumpOptions,
  share: (text: string) => number,
) {
  const { cells } = writeCleanRow(makeCompany(seed, MAX_COMPANIES - 1), date1904);
  const table = [columns.map((column) => headers[column]), columns.map((column) => cells[column])];
  return writeSheet(table.map((row, index) => writeRow(index + 1, row, { share })).join(''));
}

function* writeCompanySheet(
  options: DumpOptions,
  strings: SharedStrings,
  summary: DumpSummary,
): Generator<Buffer> {
  const { rows, changed = 0 } = options;
  const writeCompany = createRowWriter(strings);
  let xml = writeHead(options, strings);
  summary.gone = rows + (changed > 0 ? countNew(rows, changed) : 0);
  for (const row of generateRows(options)) {
    const { outcome, change, kind } = row.truth;
    summary.outcomes[outcome] += 1;
    if (change !== null) summary[change] += 1;
    if (kind !== 'count_row') summary.gone -= 1;
    xml += writeCompany(row);
    if (xml.length < CHUNK_LENGTH) continue;
    yield Buffer.from(xml);
    xml = '';
  }
  yield Buffer.from(xml + SHEET_END);
}
