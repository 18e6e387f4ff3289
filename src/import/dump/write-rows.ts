import { type ImportContext, yieldToEventLoop } from '../context.ts';
import { type Replacement, writeRecords } from '../write-records.ts';
import type { DumpReading } from './compare-rows.ts';
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
  for (const batch of spool.batches()) {
    const pending: PendingRow[] = [];
    for (const spooled of batch) {
      const decision = ledger.decide(spooled.idno, spooled.number);
      if (decision !== 'overridden') pending.push({ ...spooled, isNew: decision === 'new' });
    }
    if (pending.length > 0) await writeBatch(pending, reading, context);
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
  let idnos: string[] = [];
  const write = async () => {
    await context.store.companies.markGone(idnos, dumpDate);
    idnos = [];
    await yieldToEventLoop(context);
  };
  for (const idno of ledger.listMissing()) {
    idnos.push(idno);
    if (idnos.length >= GONE_PER_WRITE) await write();
  }
  if (idnos.length > 0) await write();
}

async function writeBatch(
  rows: readonly PendingRow[],
  { parseContext, sample }: Omit<DumpReading, 'spool'>,
  context: ImportContext,
): Promise<void> {
  const { companies } = context.store;
  const changed = rows.filter(({ isNew }) => !isNew).map(({ idno }) => idno);
  const found = await companies.findRecords(changed);
  const before = new Map(found.flatMap((one) => (one === null ? [] : [[one.company.idno, one]])));
  const supplements = await companies.findSupplements(rows.map(({ idno }) => idno));
  const { source } = parseContext;
  const replacements = rows.map(({ idno, number, row, fingerprint }, index): Replacement => {
    const result = parseRow(row, parseContext, supplements[index] ?? null);
    if (!('record' in result)) throw new Error(`row ${number} was accepted but gives no record`);
    return {
      before: before.get(idno) ?? null,
      after: { ...result.record, fingerprint, goneSince: null, sample, source },
    };
  });
  await writeRecords(context, replacements, source.dumpDate);
}
