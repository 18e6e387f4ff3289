import type { RegisterRow } from '../../domain/company/company.ts';
import { toIdno } from '../../domain/company/idno.ts';
import { ImportRefusal } from '../../domain/errors.ts';
import { toRegisterRow } from '../../domain/register/record.ts';
import { type ImportContext, yieldToEventLoop } from '../context.ts';
import { type Replacement, writeRecords } from '../write-records.ts';
import type { Dump } from './dump.ts';
import type { Ledger } from './ledger.ts';
import { type ParseContext, readRow } from './parse-row.ts';

export interface DumpWrite {
  dump: Dump;
  reading: ParseContext;
  census: Ledger;
  sample: boolean;
}

interface PendingRow {
  idno: string;
  row: RegisterRow;
  isNew: boolean;
  fingerprint: string;
}

/** A write is full at either of these, the length in UTF-16 units of all cells. */
const BATCH_ROWS = 250;
const BATCH_LENGTH = 2 ** 20;
/** Rows read between two flushes: where few are written, no transaction stays open for longer. */
const FLUSH_ROWS = 20_000;
const GONE_PER_WRITE = 1_000;

/** The second pass: writes the rows that the first found new or changed. */
export async function writeDump(write: DumpWrite, context: ImportContext): Promise<void> {
  const { dump, census } = write;
  let pending: PendingRow[] = [];
  let length = 0;
  let read = 0;
  for await (const rows of dump.rows()) {
    for (const { number, cells } of rows) {
      const reading = toIdno(cells.idno);
      if (!('idno' in reading)) continue;
      const { idno } = reading;
      const verdict = census.judge(idno, number);
      if (verdict === 'superseded' || verdict === 'unchanged') continue;
      const row = toRegisterRow(cells, dump.date1904);
      const isNew = verdict === 'new';
      const fingerprint = isNew ? census.fingerprintOf(idno) : write.reading.fingerprint(row);
      pending.push({ idno, row, isNew, fingerprint });
      length += findLength(row);
      if (pending.length < BATCH_ROWS && length < BATCH_LENGTH) continue;
      await writeRows(pending, write, context);
      pending = [];
      length = 0;
    }
    context.progress.advance(rows.length);
    read += rows.length;
    if (read % FLUSH_ROWS < rows.length) await context.store.companies.flush();
    await yieldToEventLoop(context);
  }
  if (pending.length > 0) await writeRows(pending, write, context);
}

function findLength(row: RegisterRow): number {
  let length = 0;
  for (const cell of Object.values(row)) length += cell?.length ?? 0;
  return length;
}

/** Marks the companies that a full dump lacks; how many it marked. */
export async function markGone({ census, dump }: DumpWrite, context: ImportContext) {
  let count = 0;
  let idnos: string[] = [];
  const mark = async () => {
    await context.store.companies.markGone(idnos, dump.date);
    count += idnos.length;
    idnos = [];
    await yieldToEventLoop(context);
  };
  for (const idno of census.listMissing()) {
    idnos.push(idno);
    if (idnos.length >= GONE_PER_WRITE) await mark();
  }
  if (idnos.length > 0) await mark();
  return count;
}

async function writeRows(
  rows: readonly PendingRow[],
  { dump, reading, sample }: DumpWrite,
  context: ImportContext,
): Promise<void> {
  const { companies } = context.store;
  const changed = rows.filter(({ isNew }) => !isNew).map(({ idno }) => idno);
  const found = await companies.findRecords(changed);
  const before = new Map(found.flatMap((one) => (one === null ? [] : [[one.company.idno, one]])));
  const supplements = await companies.findSupplements(rows.map(({ idno }) => idno));
  const replacements = rows.map(({ idno, row, fingerprint }, index): Replacement => {
    const result = readRow(row, reading, supplements[index] ?? null);
    if (!('record' in result)) {
      throw new ImportRefusal(`${dump.fileName} was changed while it was read: import it again`);
    }
    return {
      before: before.get(idno) ?? null,
      after: {
        ...result.record,
        fingerprint,
        goneSince: null,
        sample,
        source: reading.source,
      },
    };
  });
  await writeRecords(context, replacements, dump.date);
}
