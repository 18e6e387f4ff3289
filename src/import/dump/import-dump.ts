import { ImportRefusal } from '../../domain/errors.ts';
import type { ImportCounts, StoredClassification } from '../../store/port/imports.ts';
import { type ImportContext, yieldToEventLoop } from '../context.ts';
import { quote } from '../quote.ts';
import type { Rejects } from '../rejects.ts';
import { NONE_UNREADABLE, type UnreadableLines } from './classification.ts';
import type { Dump } from './dump.ts';
import { runFirstPass } from './first-pass.ts';
import { type Guards, whyTooFew, whyTooManyRejects, whyTooOld } from './guards.ts';
import { createParseContext } from './parse-row.ts';
import { type DumpWrite, markGone, writeDump } from './second-pass.ts';

export interface DumpImport {
  dump: Dump;
  rejects: Rejects;
  guards: Guards;
  /** A part of the register: nothing that it lacks counts as gone. */
  partial: boolean;
  /** The bundled invented companies. */
  sample: boolean;
  /** As far as that can be told before they are read. */
  expectedRows: number | null;
}

export interface DumpResult {
  counts: ImportCounts;
  /** Of the classification that the rows were read with. */
  classificationId: string | null;
  /** Of the file's own classification sheets. */
  unreadableLines: UnreadableLines;
  samplesRemoved: number;
}

/** Reads the dump, decides, and only then writes. Throws ImportRefusal before the first write. */
export async function importDump(work: DumpImport, context: ImportContext): Promise<DumpResult> {
  const { dump, rejects, guards, partial, sample } = work;
  const { imports } = context.store;
  const last = sample ? null : await imports.findLastFull();
  refuseFor(whyTooOld(dump, last, guards));
  for (const note of dump.notes) context.progress.note(`${dump.fileName}: ${note}`);
  const classification = await findClassification(work, context);
  const reading = createParseContext(classification, dump.date);
  context.progress.begin('reading', work.expectedRows);
  const survey = await runFirstPass({ dump, reading, rejects, sample }, context);
  const { counts, census } = survey;
  for (const note of [survey.oddCodes, survey.unknownStatuses]) {
    if (note !== null) context.progress.note(`${dump.fileName}: ${note}`);
  }
  refuseFor(whyTooManyRejects(dump.fileName, counts, guards, rejects.path));
  refuseFor(whyTooFew(dump.fileName, survey, partial ? null : last, guards));
  if (!partial) counts.gone = census.countMissing();
  const { classificationId } = reading.source;
  const unreadableLines = dump.classification?.unreadable ?? NONE_UNREADABLE;
  const result = { counts, classificationId, unreadableLines, samplesRemoved: 0 };
  if (context.dryRun) return result;
  if (classification !== null) await imports.saveClassification(classification);
  if (!sample) result.samplesRemoved = await removeSamples(context);
  await writeCounted({ dump, reading, census, sample }, counts, context);
  return result;
}

async function writeCounted(write: DumpWrite, counts: ImportCounts, context: ImportContext) {
  if (counts.new + counts.changed > 0) {
    context.progress.begin('writing', counts.read);
    await writeDump(write, context);
  }
  if (counts.gone > 0) await markGone(write, context);
}

/**
 * The file's own, whatever it lacks: an ID may have another meaning in an earlier dump. Only a text
 * file, which cannot have one, is read with that of the last workbook.
 */
async function findClassification(
  { dump }: DumpImport,
  { store, progress }: ImportContext,
): Promise<StoredClassification | null> {
  const { fileName, classification: own } = dump;
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
      ? `${fileName} lacks classification sheets and no earlier dump had them: ` +
          'activities are left out and flagged; import an XLSX dump to have them'
      : `${fileName} lacks classification sheets: those of the last dump are used`,
  );
  return last;
}

/** The invented companies are no part of a register with real ones. */
async function removeSamples(context: ImportContext): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await context.store.companies.removeSamples();
    if (removed === 0) return count;
    count += removed;
    await yieldToEventLoop(context);
  }
}

function refuseFor(reason: string | null): void {
  if (reason !== null) throw new ImportRefusal(reason);
}
