import { stat } from 'node:fs/promises';
import { ImportRefusal } from '../../domain/errors.ts';
import type { RegisterRow } from '../../domain/register/columns.ts';
import { findLastClassification } from '../../store/imports/runs.ts';
import type { ImportCounts, ImportSource, StoredClassification } from '../../store/port/imports.ts';
import { type ImportContext, type ImportResult, NO_RESULT, yieldToEventLoop } from '../context.ts';
import type { FingerprintTable } from '../fingerprint-table.ts';
import { IncomingRows } from '../incoming-rows.ts';
import { quote } from '../quote.ts';
import { ContentCounter } from './contents.ts';
import { type Dump, openDump } from './dump-file.ts';
import {
  whyDamagedTexts,
  whyInFuture,
  whyShiftedDays,
  whyTooFew,
  whyTooManyRejects,
  whyTooOld,
  whyUnreadableDates,
} from './guards.ts';
import { findLosses } from './lost-values.ts';
import { createParseContext } from './parse-row.ts';
import { type ReadDump, writeDump } from './write-dump.ts';

export interface DumpWork {
  /** `partial`: a part of the register; companies that it lacks are not delisted. */
  kind: 'full' | 'partial';
  path: string;
  /** The file of rejected rows gets this name and `.rejects.ndjson`; by default that of `path`. */
  rejectsOf?: string;
  /** Of a file that was fetched. */
  source?: ImportSource;
  /** The day whose state the dump shows, `YYYY-MM-DD`; by default taken from the file. */
  date?: string;
  /** The bundled synthetic companies. */
  sample?: boolean;
}

/** Bytes of a workbook and of plain text that a row of the register's dump takes. */
const BYTES_PER_ROW = { xlsx: 127, csv: 400 };

/**
 * Reads the dump once, decides, and only then writes. Throws ImportRefusal before the first write.
 */
export async function importDump(work: DumpWork, context: ImportContext): Promise<ImportResult> {
  const { path, sample = false } = work;
  const rejectsOf = sample ? null : (work.rejectsOf ?? path);
  const rows = new IncomingRows<RegisterRow>('the rows of the dump', rejectsOf, context);
  try {
    const read = await readDump(work, rows, context);
    const samplesRemoved = context.dryRun ? 0 : await writeDump(read, context);
    return { ...read.result, samplesRemoved };
  } finally {
    await rows.close();
  }
}

/** Closes the file before it returns: the reader's memory is free when the writing begins. */
async function readDump(
  { path, kind, sample = false, date }: DumpWork,
  rows: IncomingRows<RegisterRow>,
  context: ImportContext,
): Promise<ReadDump> {
  const { store, progress, guards, temporaryFolder } = context;
  // It loads while a thread unpacks the strings of a workbook.
  const loading = loadTable(rows.table, sample, context);
  // Its error is thrown below; a file that cannot be opened does not wait for it.
  loading.catch(() => {});
  const dump = await openDump(path, { date, temporaryFolder });
  try {
    const { fileName } = dump;
    await context.begin(dump.date);
    if (!sample) refuseIf(whyInFuture(dump, context.nowMs()));
    const last = sample ? null : await store.imports.findLastRun({ kinds: ['full'], sample });
    refuseIf(whyTooOld(dump, last, guards));
    for (const note of dump.notes) progress.note(`${fileName}: ${note}`);
    const classification = await findClassification(dump, context);
    const parseContext = createParseContext(classification, dump.date);
    const contentsBefore = last && (await store.imports.findContents(last.id));
    progress.begin('reading', await estimateRows(path, dump));
    await loading;
    const contents = new ContentCounter(dump.columns, parseContext);
    const batches = dump.rows((row) => parseContext.fingerprint(row, dump.date), contents);
    const counts = await rows.compare(batches);
    const { rowNotes } = dump;
    contents.finish();
    const oddCodes = rowNotes.describeCodes();
    const rowLines = [
      ...rowNotes.describe(),
      ...describeDuplicates(counts, rows.table),
      ...contents.describeErrors(),
    ];
    for (const note of rowLines) progress.note(`${fileName}: ${note}`);
    refuseIf(whyTooManyRejects(fileName, counts, guards, rows.rejects.path));
    const { shiftedDays: shifted } = contents;
    refuseIf(whyShiftedDays(fileName, { shifted, readable: contents.countDays() }));
    refuseIf(whyDamagedTexts(fileName, contents));
    refuseIf(whyUnreadableDates(fileName, rowNotes.dates));
    const isFull = kind === 'full';
    refuseIf(whyTooFew(fileName, { counts, oddCodes }, isFull ? last : null, guards));
    const sheets = dump.classification?.sheetLines ?? null;
    const values = {
      contents: { ...contents.toContents(), sheets: sheets ?? contentsBefore?.sheets ?? null },
      sheets,
    };
    const valuesBefore = { contents: contentsBefore, sheets: contentsBefore?.sheets ?? null };
    const losses = findLosses(fileName, values, valuesBefore, { isFull, ...guards });
    refuseIf(losses.refusal);
    for (const note of losses.notes) progress.note(note);
    if (isFull) counts.gone = rows.table.countDelisted();
    const result = {
      ...NO_RESULT,
      counts,
      dumpDates: dump.dates,
      classificationId: classification?.id ?? null,
      unreadableLines: dump.classification?.unreadable ?? NO_RESULT.unreadableLines,
      values,
      valuesBefore,
      rejectsPath: rows.rejects.path,
    };
    return { rows, parseContext, classification, sample, result };
  } finally {
    await dump.close();
  }
}

/**
 * Loads the sample's companies for the sample, and all others for a real dump, which thereby treats
 * the sample's companies as absent.
 */
async function loadTable(
  table: FingerprintTable,
  sample: boolean,
  context: ImportContext,
): Promise<void> {
  for await (const states of context.store.companies.scanStates()) {
    for (const state of states) {
      if (state.sample !== sample) continue;
      table.addStored(state.idno, state.fingerprint, state.goneSince === null);
    }
    await yieldToEventLoop(context);
  }
}

function describeDuplicates({ duplicates }: ImportCounts, { duplicate }: FingerprintTable) {
  if (duplicate === null) return [];
  return [
    `${duplicates} rows are left out, as another row has their IDNO, such as ${duplicate}: the row ` +
      'with the latest day of registration or liquidation counts, else the one that is stored, ' +
      'else the last',
  ];
}

/**
 * A workbook is read with its own sheets, even incomplete ones: an ID may have another meaning in
 * an earlier dump. A text file cannot have sheets, so it is read with those of the last workbook.
 */
async function findClassification(
  { fileName, classification: own }: Dump,
  { store, progress }: ImportContext,
): Promise<StoredClassification | null> {
  if (own !== null) {
    for (const sheet of own.missingSheets) {
      progress.note(
        `${fileName} has no sheet ${quote(sheet)}: its activities are left out and flagged`,
      );
    }
    return own.stored;
  }
  const last = await findLastClassification(store.imports);
  progress.note(
    last === null
      ? `${fileName} has no classification sheets and no earlier dump had them: ` +
          'activities are left out and flagged; import an XLSX dump to have them'
      : `${fileName} has no classification sheets: those of the last dump are used`,
  );
  return last;
}

async function estimateRows(path: string, { classification }: Dump): Promise<number> {
  const { size } = await stat(path);
  return Math.ceil(size / BYTES_PER_ROW[classification === null ? 'csv' : 'xlsx']);
}

function refuseIf(reason: string | null): void {
  if (reason !== null) throw new ImportRefusal(reason);
}
