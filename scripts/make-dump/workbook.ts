import { readFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePackage } from '../xlsx-writer/package.ts';
import { SharedStrings } from '../xlsx-writer/shared-strings.ts';
import {
  type CellOptions,
  SHEET_END,
  SHEET_START,
  toReference,
  writeCell,
} from '../xlsx-writer/sheet.ts';
import { toChunks, writeZip, type ZipPart } from '../xlsx-writer/zip.ts';
import { writeLicensedSheet, writeUnlicensedSheet } from './classification.ts';
import { toDotted, toSerial } from './notation.ts';
import { DEFAULTS, type DumpOptions, type DumpSettings } from './options.ts';
import { allColumns, columns, type Outcome } from './row.ts';
import { type GeneratedRow, generateRows } from './rows.ts';
/** The headings of the columns, in the register's own spelling. */
import headers from './words/headers.json' with { type: 'json' };

export interface WriteOptions extends DumpOptions {
  /** The file for the expected results, one JSON line per data row; left out: none. */
  truthPath?: string;
  /** Aborts the writing, with its reason; no file is then replaced by half of one. */
  signal?: AbortSignal;
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
const TITLE = [
  'Date din Registrul de stat al unităţilor de drept privind',
  'întreprinderile înregistrate în Republica Moldova',
  ' (starea pînă la ',
];
/** Indexes of the formats in `styles.xml`. */
const STYLES = { wholeNumber: 1, day: 2, heading: 3 };

/**
 * Writes a dump and replaces an existing file when the new one is complete. The table of texts
 * takes about 400 bytes of memory a row. Throws the system's error if a file cannot be written.
 */
export async function writeDump(path: string, options: WriteOptions): Promise<DumpSummary> {
  const { truthPath, signal, ...wanted } = options;
  const settings = { ...DEFAULTS, ...wanted };
  function* listRows() {
    for (const row of generateRows(settings)) {
      signal?.throwIfAborted();
      yield row;
    }
  }
  const outcomes = { stored: 0, superseded: 0, rejected: 0, without_idno: 0 };
  const summary: DumpSummary = { bytes: 0, outcomes, new: 0, changed: 0, gone: settings.rows };
  if (truthPath !== undefined) {
    await replaceFile(truthPath, (file) => file.writeFile(toChunks(listTruth(listRows()))));
  }
  await replaceFile(path, async (file) => {
    summary.bytes = await writeZip(file, listParts(settings, summary, listRows));
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

function* listTruth(rows: Iterable<GeneratedRow>): Generator<string> {
  for (const { truth } of rows) yield `${JSON.stringify(truth)}\n`;
}

/** The shared strings come last, because writing the sheets collects them. */
function listParts(
  settings: DumpSettings,
  summary: DumpSummary,
  listRows: () => Iterable<GeneratedRow>,
): ZipPart[] {
  const strings = new SharedStrings();
  const shared = { share: strings.intern };
  const toPart = (name: string, write: () => string) => {
    return { name, chunks: () => [Buffer.from(write())] };
  };
  const sheets = [
    {
      name: 'Company',
      chunks: () => toChunks(writeCompanySheet(settings, strings, summary, listRows())),
    },
    toPart('Clasificare nelicenţiate', () =>
      writeUnlicensedSheet(shared, settings.anomalies === 'all'),
    ),
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

function* writeCompanySheet(
  settings: DumpSettings,
  strings: SharedStrings,
  summary: DumpSummary,
  rows: Iterable<GeneratedRow>,
) {
  const writeCompany = createRowWriter(strings);
  yield writeHead(settings, strings);
  for (const row of rows) {
    const { outcome, change, kind } = row.truth;
    summary.outcomes[outcome] += 1;
    if (change !== null) summary[change] += 1;
    if (change !== 'new' && kind !== 'count_row') summary.gone -= 1;
    yield writeCompany(row);
  }
  yield SHEET_END;
}

/** The rows above the data: a title whose cached value contains the dump's day, and the header. */
function writeHead(settings: DumpSettings, strings: SharedStrings): string {
  const { dumpDate, statusColumn } = settings;
  const written = statusColumn ? allColumns : columns;
  const spans = `spans="1:${written.length}"`;
  const texts = TITLE.map((line) => `"${line}"`).join(',CHAR(10),');
  const formula = `CONCATENATE(${texts},TEXT(${toSerial(dumpDate)},"DD.MM.YYYY"),")")`;
  const value = `${TITLE.join('\n')}${toDotted(dumpDate)})`;
  const style = STYLES.heading;
  const title = writeCell('D1', { type: 'str', formula, value }, { style });
  const header = written.map((name, column) =>
    writeCell(toReference(column, 2), headers[name], { style, share: strings.intern }),
  );
  return `${SHEET_START}<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>\
<sheetFormatPr defaultRowHeight="15"/><sheetData><row r="1" ${spans}>${title}</row>\
<row r="2" ${spans}>${header.join('')}</row>`;
}

function createRowWriter(strings: SharedStrings) {
  const text = { share: strings.append };
  const options = allColumns.map((column): CellOptions => {
    if (column === 'idno') return { style: STYLES.wholeNumber };
    // The register's empty cells of these columns have a format, so they are in the file.
    if (/Date$/.test(column)) return { style: STYLES.day, keepEmpty: true };
    // The texts of the other columns hardly repeat.
    return /^(legalForm|licensed|status)$/.test(column) ? { share: strings.intern } : text;
  });
  return ({ cells, truth: { row } }: GeneratedRow): string => {
    const xml = cells.map((cell, column) => {
      const { [column]: own = text } = options;
      const isText = typeof cell === 'string' && own.share === undefined;
      return writeCell(toReference(column, row), cell, isText ? text : own);
    });
    return `<row r="${row}" spans="1:${cells.length}">${xml.join('')}</row>`;
  };
}
