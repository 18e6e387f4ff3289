import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { ImportRefusal } from '../../domain/errors.ts';
import type { StoredClassification } from '../../store/port/imports.ts';
import {
  type ImportContext,
  type ImportOutcome,
  NO_OUTCOME,
  yieldToEventLoop,
} from '../context.ts';
import { quote } from '../quote.ts';
import { Rejects } from '../rejects.ts';
import { removeLeftovers } from '../temporary-file.ts';
import { compareRows, type DumpReading, loadLedger } from './compare-rows.ts';
import { type Dump, openDump } from './dump-file.ts';
import { whyInFuture, whyTooFew, whyTooManyRejects, whyTooOld } from './guards.ts';
import type { Ledger } from './ledger.ts';
import { createParseContext } from './parse-row.ts';
import { RowSpool } from './row-spool.ts';
import { markGone, writeRows } from './write-rows.ts';

export interface DumpWork {
  /** `partial`: a part of the register; companies that it lacks do not count as gone. */
  kind: 'full' | 'partial';
  path: string;
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
export async function importDump(work: DumpWork, context: ImportContext): Promise<ImportOutcome> {
  const { path, sample = false } = work;
  removeLeftovers(context.temporaryFolder);
  const rejects = new Rejects(path, { isWritten: !context.dryRun && !sample });
  const spool = new RowSpool(context.temporaryFolder);
  try {
    const read = await readDump(work, { rejects, spool, sample }, context);
    const { counts } = read.outcome;
    const samplesRemoved = context.dryRun ? 0 : await writeDump(read, context);
    const rejectsPath = counts.rejected > 0 ? rejects.path : null;
    return { ...read.outcome, samplesRemoved, rejectsPath };
  } finally {
    spool.close();
    await rejects.close(context);
  }
}

interface ReadDump {
  reading: DumpReading;
  classification: StoredClassification | null;
  ledger: Ledger;
  outcome: ImportOutcome;
}

/** Closes the file before it returns: the reader's memory is free when the writing begins. */
async function readDump(
  work: DumpWork,
  parts: Pick<DumpReading, 'rejects' | 'spool' | 'sample'>,
  context: ImportContext,
): Promise<ReadDump> {
  const { path, date = null } = work;
  const { store, progress, guards, temporaryFolder } = context;
  // It loads while a thread unpacks the strings of a workbook.
  const loading = loadLedger(parts.sample, context);
  // Its error is thrown below; a file that cannot be opened does not wait for it.
  loading.catch(() => {});
  const dump = await openDump(path, { date, temporaryFolder });
  try {
    await context.begin(dump.date);
    if (!parts.sample) refuseIf(whyInFuture(dump, context.nowMs()));
    const last = parts.sample ? null : await store.imports.findLastFull();
    refuseIf(whyTooOld(dump, last, guards));
    for (const note of dump.notes) progress.note(`${dump.fileName}: ${note}`);
    const classification = await findClassification(dump, context);
    const reading = { ...parts, parseContext: createParseContext(classification, dump.date) };
    progress.begin('reading', await estimateRows(path));
    const comparison = await compareRows(dump, reading, await loading, context);
    const { counts, ledger } = comparison;
    for (const note of [comparison.oddCodes, comparison.unknownStatuses]) {
      if (note !== null) progress.note(`${dump.fileName}: ${note}`);
    }
    refuseIf(whyTooManyRejects(dump.fileName, counts, guards, parts.rejects.path));
    const isFull = work.kind === 'full';
    refuseIf(whyTooFew(dump.fileName, comparison, isFull ? last : null, guards));
    if (isFull) counts.gone = ledger.countMissing();
    const outcome = {
      ...NO_OUTCOME,
      counts,
      dumpDates: dump.dates,
      classificationId: classification?.id ?? null,
      unreadableLines: dump.classification?.unreadable ?? NO_OUTCOME.unreadableLines,
    };
    return { reading, classification, ledger, outcome };
  } finally {
    await dump.close();
  }
}

/** Returns how many of the bundled companies were removed. */
async function writeDump(
  { reading, classification, ledger, outcome: { counts } }: ReadDump,
  context: ImportContext,
): Promise<number> {
  if (classification !== null) await context.store.imports.saveClassification(classification);
  const samplesRemoved = reading.sample ? 0 : await removeSamples(context);
  if (counts.new + counts.changed > 0) {
    context.progress.begin('writing', counts.new + counts.changed);
    await writeRows(reading, ledger, context);
  }
  if (counts.gone > 0) await markGone(ledger, reading.parseContext.dumpDate, context);
  return samplesRemoved;
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
  const last = await store.imports.findLastClassification();
  progress.note(
    last === null
      ? `${fileName} has no classification sheets and no earlier dump had them: ` +
          'activities are left out and flagged; import an XLSX dump to have them'
      : `${fileName} has no classification sheets: those of the last dump are used`,
  );
  return last;
}

/** The synthetic companies have no place in a register with real ones. */
async function removeSamples(context: ImportContext): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await context.store.companies.removeSamples();
    if (removed === 0) return count;
    count += removed;
    await yieldToEventLoop(context);
  }
}

async function estimateRows(path: string): Promise<number> {
  const { size } = await stat(path);
  const isText = extname(path).toLowerCase() !== '.xlsx';
  return Math.ceil(size / (isText ? BYTES_PER_ROW.csv : BYTES_PER_ROW.xlsx));
}

function refuseIf(reason: string | null): void {
  if (reason !== null) throw new ImportRefusal(reason);
}
