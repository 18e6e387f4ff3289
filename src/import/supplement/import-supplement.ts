import { hash } from 'node:crypto';
import type { Supplement } from '../../domain/company/supplement.ts';
import { ImportRefusal } from '../../domain/errors.ts';
import type { ImportCounts } from '../../store/port/imports.ts';
import { type ImportContext, yieldToEventLoop } from '../context.ts';
import { FINGERPRINT_LENGTH } from '../dump/fingerprint.ts';
import { type Guards, whyTooManyRejects } from '../dump/guards.ts';
import { Ledger } from '../dump/ledger.ts';
import type { Rejects } from '../rejects.ts';
import type { SupplementFile } from './supplement-file.ts';
import { createSupplementWriter, type Said } from './write-supplement.ts';

export interface SupplementImport {
  file: SupplementFile;
  /** Of the last dump's unlicensed activities, by code. */
  labels: ReadonlyMap<string, string>;
  rejects: Rejects;
  guards: Guards;
}

export interface SupplementResult {
  counts: ImportCounts;
  /** Of the rows that are new or changed: numbers that no dump has had yet. */
  waiting: number;
}

/**
 * Takes in what the dump lacks. It is kept by number beside the companies, so that it holds for
 * every later state of a company, and for one that only a later dump brings.
 */
export async function importSupplement(
  work: SupplementImport,
  context: ImportContext,
): Promise<SupplementResult> {
  const { file, labels, rejects, guards } = work;
  context.progress.begin('reading', null);
  const { counts, census } = await survey(work, context);
  const refusal = whyTooManyRejects(file.fileName, counts, guards, rejects.path);
  if (refusal !== null) throw new ImportRefusal(refusal);
  let waiting = 0;
  context.progress.begin(context.dryRun ? 'comparing' : 'writing', counts.read);
  const write = createSupplementWriter(file.fileName, labels, context);
  for await (const rows of file.rows()) {
    const said = rows.flatMap(({ number, reading }): Said[] => {
      if (!('idno' in reading)) return [];
      const verdict = census.judge(reading.idno, number);
      return verdict === 'new' || verdict === 'changed' ? [reading] : [];
    });
    waiting += await write(said);
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
  return { counts, waiting };
}

async function survey({ file, rejects }: SupplementImport, context: ImportContext) {
  const { companies } = context.store;
  const census = new Ledger();
  let read = 0;
  let withoutIdno = 0;
  await rejects.begin();
  for await (const rows of file.rows()) {
    const idnos = rows.map(({ reading }) => ('idno' in reading ? reading.idno : ''));
    const stored = await companies.findSupplements(idnos);
    rows.forEach(({ number, reading }, index) => {
      if ('without' in reading) withoutIdno++;
      else if ('reject' in reading) rejects.add(reading.reject);
      else {
        const before = stored[index]?.values ?? {};
        const after = { ...before, ...reading.values };
        // A row that says nothing changes nothing, whether its number is known or not.
        if (stored[index] != null || Object.keys(after).length === 0) {
          census.addStored(reading.idno, toFingerprint(before), true);
        }
        census.addRow(reading.idno, number, toFingerprint(after));
      }
    });
    read += rows.length;
    await rejects.flush();
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
  const counts = { read, ...census.tally(), withoutIdno, ...rejects.count(), gone: 0 };
  return { counts, census };
}

/** In a fixed order of the fields, and without what a file does not say: a code's label. */
function toFingerprint(values: Supplement): string {
  const said = Object.entries({ ...values, caemMain: values.caemMain?.code });
  const text = JSON.stringify(said.sort(([one], [other]) => (one < other ? -1 : 1)));
  return hash('sha256', text).slice(0, FINGERPRINT_LENGTH);
}
