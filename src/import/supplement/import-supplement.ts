import { hash } from 'node:crypto';
import type { Supplement } from '../../domain/company/supplement.ts';
import { ImportRefusal } from '../../domain/errors.ts';
import type { ImportCounts } from '../../store/port/imports.ts';
import {
  type ImportContext,
  type ImportOutcome,
  NO_OUTCOME,
  yieldToEventLoop,
} from '../context.ts';
import { toClassification, toLabels } from '../dump/classification.ts';
import { FINGERPRINT_LENGTH } from '../dump/fingerprint.ts';
import { whyTooManyRejects } from '../dump/guards.ts';
import { Ledger } from '../dump/ledger.ts';
import { Rejects } from '../rejects.ts';
import { openSupplement, type Statement, type SupplementFile } from './supplement-file.ts';
import { createSupplementWriter } from './write-supplement.ts';

/**
 * Imports values that the dump lacks. They are stored by IDNO apart from the companies, so that
 * they hold for every later state of a company, and for one that only a later dump brings.
 */
export async function importSupplement(
  path: string,
  context: ImportContext,
): Promise<ImportOutcome> {
  const { store, temporaryFolder, progress, dryRun, guards } = context;
  const labels = toLabels(toClassification(await store.imports.findLastClassification()));
  const file = await openSupplement(path, { temporaryFolder, labels });
  const rejects = new Rejects(path, { isWritten: !dryRun });
  try {
    await context.begin(null);
    progress.begin('reading', null);
    const { counts, ledger } = await runFirstPass(file, rejects, context);
    const refusal = whyTooManyRejects(file.fileName, counts, guards, rejects.path);
    if (refusal !== null) throw new ImportRefusal(refusal);
    progress.begin(dryRun ? 'comparing' : 'writing', counts.read);
    const waiting = await runSecondPass(file, ledger, labels, context);
    const rejectsPath = counts.rejected > 0 ? rejects.path : null;
    return { ...NO_OUTCOME, counts, waiting, rejectsPath };
  } finally {
    await file.close();
    await rejects.close(context);
  }
}

async function runFirstPass(
  file: SupplementFile,
  rejects: Rejects,
  context: ImportContext,
): Promise<{ counts: ImportCounts; ledger: Ledger }> {
  const { companies } = context.store;
  const ledger = new Ledger();
  let read = 0;
  let withoutIdno = 0;
  await rejects.begin();
  for await (const rows of file.rows()) {
    const idnos = rows.map(({ parsed }) => ('idno' in parsed ? parsed.idno : ''));
    const stored = await companies.findSupplements(idnos);
    for (const [index, { number, parsed }] of rows.entries()) {
      if ('without' in parsed) withoutIdno++;
      else if ('reject' in parsed) rejects.add(parsed.reject);
      else {
        const before = stored[index]?.values ?? {};
        const after = { ...before, ...parsed.values };
        // A row without values changes nothing, whether its IDNO is known or not.
        if (stored[index] != null || Object.keys(after).length === 0) {
          ledger.addStored(parsed.idno, toFingerprint(before), true);
        }
        ledger.addRow(parsed.idno, number, toFingerprint(after));
      }
    }
    read += rows.length;
    await rejects.flush();
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
  const counts = { read, ...ledger.tally(), withoutIdno, ...rejects.count(), gone: 0 };
  return { counts, ledger };
}

/** Returns how many of the new or changed IDNOs no dump has contained yet. */
async function runSecondPass(
  file: SupplementFile,
  ledger: Ledger,
  labels: ReadonlyMap<string, string>,
  context: ImportContext,
): Promise<number> {
  const write = createSupplementWriter(file.fileName, labels, context);
  let waiting = 0;
  for await (const rows of file.rows()) {
    const statements = rows.flatMap(({ number, parsed }): Statement[] => {
      if (!('idno' in parsed)) return [];
      const decision = ledger.decide(parsed.idno, number);
      return decision === 'new' || decision === 'changed' ? [parsed] : [];
    });
    waiting += await write(statements);
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
  return waiting;
}

/** With the fields in a fixed order, and without a code's label, which files do not state. */
function toFingerprint(values: Supplement): string {
  const fields = Object.entries({ ...values, caemMain: values.caemMain?.code });
  const text = JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
  return hash('sha256', text).slice(0, FINGERPRINT_LENGTH);
}
