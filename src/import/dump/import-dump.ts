import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { ImportRefusal } from '../../domain/errors.ts';
import type { ImportRun, StoredClassification } from '../../store/port/imports.ts';
import {
  type ImportContext,
  type ImportOutcome,
  NO_OUTCOME,
  yieldToEventLoop,
} from '../context.ts';
import { quote } from '../quote.ts';
import { Rejects } from '../rejects.ts';
import { type Dump, openDump } from './dump-file.ts';
import { type DumpImport, runFirstPass } from './first-pass.ts';
import { whyInFuture, whyTooFew, whyTooManyRejects, whyTooOld } from './guards.ts';
import { createParseContext } from './parse-row.ts';
import { markGone, runSecondPass } from './second-pass.ts';

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

/** Reads the dump, decides, and only then writes. Throws ImportRefusal before the first write. */
export async function importDump(work: DumpWork, context: ImportContext): Promise<ImportOutcome> {
  const { path, date = null, sample = false } = work;
  const dump = await openDump(path, { date, temporaryFolder: context.temporaryFolder });
  const rejects = new Rejects(path, { isWritten: !context.dryRun && !sample });
  try {
    await context.begin(dump.date);
    if (!sample) refuseIf(whyInFuture(dump, context.nowMs()));
    const last = sample ? null : await context.store.imports.findLastFull();
    refuseIf(whyTooOld(dump, last, context.guards));
    for (const note of dump.notes) context.progress.note(`${dump.fileName}: ${note}`);
    const classification = await findClassification(dump, context);
    const parseContext = createParseContext(classification, dump.date);
    context.progress.begin('reading', await estimateRows(path));
    const outcome = await runPasses({ dump, parseContext, rejects, sample }, context, {
      classification,
      last,
      isFull: work.kind === 'full',
    });
    return {
      ...outcome,
      dumpDates: dump.dates,
      unreadableLines: dump.classification?.unreadable ?? NO_OUTCOME.unreadableLines,
      rejectsPath: outcome.counts.rejected > 0 ? rejects.path : null,
    };
  } finally {
    await dump.close();
    await rejects.close(context);
  }
}

interface PassOptions {
  classification: StoredClassification | null;
  last: ImportRun | null;
  isFull: boolean;
}

async function runPasses(
  dumpImport: DumpImport,
  context: ImportContext,
  { classification, last, isFull }: PassOptions,
): Promise<ImportOutcome> {
  const { dump, parseContext, rejects, sample } = dumpImport;
  const { store, progress, guards } = context;
  const first = await runFirstPass(dumpImport, context);
  const { counts, ledger } = first;
  for (const note of [first.oddCodes, first.unknownStatuses]) {
    if (note !== null) progress.note(`${dump.fileName}: ${note}`);
  }
  refuseIf(whyTooManyRejects(dump.fileName, counts, guards, rejects.path));
  refuseIf(whyTooFew(dump.fileName, first, isFull ? last : null, guards));
  if (isFull) counts.gone = ledger.countMissing();
  const { classificationId } = parseContext.source;
  const outcome = { ...NO_OUTCOME, counts, classificationId };
  if (context.dryRun) return outcome;

  if (classification !== null) await store.imports.saveClassification(classification);
  const samplesRemoved = sample ? 0 : await removeSamples(context);
  if (counts.new + counts.changed > 0) {
    progress.begin('writing', counts.read);
    await runSecondPass(dumpImport, ledger, context);
  }
  if (counts.gone > 0) await markGone(ledger, dump.date, context);
  return { ...outcome, samplesRemoved };
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
