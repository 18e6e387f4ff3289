import { type ImportContext, yieldToEventLoop } from '../context.ts';
import { toRemovals } from '../public-changes.ts';
import { type Replacement, writeRecords } from '../write-records.ts';
import type { DumpReading } from './compare-rows.ts';
import { createFindCause } from './find-cause.ts';
import type { Ledger } from './ledger.ts';
import { parseRow } from './parse-row.ts';
import type { SpooledRow } from './row-spool.ts';

const GONE_PER_WRITE = 1_000;

interface PendingRow extends SpooledRow {
  isNew: boolean;
}

/** Derives and writes the records of the spooled rows, without those that a later row overrides. */
export async function writeRows(
  { spool, ...reading }: DumpReading,
  ledger: Ledger,
  context: ImportContext,
): Promise<void> {
  const findCause = createFindCause(reading.parseContext, context.store);
  for (const batch of spool.batches()) {
    const pending: PendingRow[] = [];
    for (const spooled of batch) {
      const decision = ledger.decide(spooled.idno, spooled.number);
      if (decision !== 'overridden') pending.push({ ...spooled, isNew: decision === 'new' });
    }
    if (pending.length > 0) await writeBatch(pending, { ...reading, findCause }, context);
    context.progress.advance(pending.length);
    await yieldToEventLoop(context);
  }
}

/** Marks the companies that a full dump no longer lists. */
export async function markGone(
  ledger: Ledger,
  dumpDate: string,
  context: ImportContext,
): Promise<void> {
  const { companies } = context.store;
  const publication = context.publication && { ...context.publication, dataDate: dumpDate };
  let idnos: string[] = [];
  const write = async () => {
    const removals = publication && toRemovals(await companies.findRecords(idnos), publication);
    await companies.markGone(idnos, dumpDate, removals ?? []);
    idnos = [];
    await yieldToEventLoop(context);
  };
  for (const idno of ledger.listMissing()) {
    idnos.push(idno);
    if (idnos.length >= GONE_PER_WRITE) await write();
  }
  if (idnos.length > 0) await write();
}

interface RowWriting extends Omit<DumpReading, 'spool'> {
  findCause: ReturnType<typeof createFindCause>;
}

async function writeBatch(
  rows: readonly PendingRow[],
  { parseContext, sample, findCause }: RowWriting,
  context: ImportContext,
): Promise<void> {
  const { companies } = context.store;
  const changed = rows.filter(({ isNew }) => !isNew).map(({ idno }) => idno);
  const found = await companies.findRecords(changed);
  const records = new Map(found.flatMap((one) => (one === null ? [] : [[one.company.idno, one]])));
  const supplements = await companies.findSupplements(rows.map(({ idno }) => idno));
  const { source } = parseContext;
  const replacements: Replacement[] = [];
  for (const [index, { idno, number, row, fingerprint }] of rows.entries()) {
    const supplement = supplements[index] ?? null;
    const result = parseRow(row, parseContext, supplement);
    if (!('record' in result)) throw new Error(`row ${number} was accepted but gives no record`);
    const { record } = result;
    const before = records.get(idno) ?? null;
    const isPublished = before !== null && context.publication !== null;
    replacements.push({
      before,
      after: { ...record, fingerprint, goneSince: null, sample, source },
      cause: isPublished ? await findCause(before, record.company, supplement) : 'register',
    });
  }
  await writeRecords(context, replacements, source.dumpDate);
}
