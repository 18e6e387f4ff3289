import type { RegisterRow } from '../../domain/company/company.ts';
import { toIdno } from '../../domain/company/idno.ts';
import { ImportRefusal } from '../../domain/errors.ts';
import { toRegisterRow } from '../../domain/register/record.ts';
import { type ImportContext, yieldToEventLoop } from '../context.ts';
import { type Replacement, writeRecords } from '../write-records.ts';
import type { DumpImport } from './first-pass.ts';
import type { Ledger } from './ledger.ts';
import { parseRow } from './parse-row.ts';

interface PendingRow {
  idno: string;
  row: RegisterRow;
  isNew: boolean;
  fingerprint: string;
}

/** Rows of one write; it is also full at this many UTF-16 units in all cells. */
const WRITE_ROWS = 250;
const WRITE_LENGTH = 2 ** 20;
/** Rows between two flushes: where few are written, no transaction stays open for longer. */
const FLUSH_ROWS = 20_000;
const GONE_PER_WRITE = 1_000;

/** The second pass: writes the rows that the first pass found new or changed. */
export async function runSecondPass(
  dumpImport: DumpImport,
  ledger: Ledger,
  context: ImportContext,
): Promise<void> {
  const { dump, parseContext } = dumpImport;
  let pending: PendingRow[] = [];
  let length = 0;
  let read = 0;
  for await (const rows of dump.rows()) {
    for (const { number, cells } of rows) {
      const known = toIdno(cells.idno);
      if (!('idno' in known)) continue;
      const { idno } = known;
      const decision = ledger.decide(idno, number);
      if (decision === 'overridden' || decision === 'unchanged') continue;
      const row = toRegisterRow(cells, dump.date1904);
      const isNew = decision === 'new';
      const fingerprint = isNew ? ledger.fingerprintOf(idno) : parseContext.fingerprint(row);
      pending.push({ idno, row, isNew, fingerprint });
      length += countLength(row);
      if (pending.length < WRITE_ROWS && length < WRITE_LENGTH) continue;
      await writeRows(pending, dumpImport, context);
      pending = [];
      length = 0;
    }
    context.progress.advance(rows.length);
    read += rows.length;
    if (read % FLUSH_ROWS < rows.length) await context.store.companies.flush();
    await yieldToEventLoop(context);
  }
  if (pending.length > 0) await writeRows(pending, dumpImport, context);
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

function countLength(row: RegisterRow): number {
  let length = 0;
  for (const cell of Object.values(row)) length += cell?.length ?? 0;
  return length;
}

async function writeRows(
  rows: readonly PendingRow[],
  { dump, parseContext, sample }: DumpImport,
  context: ImportContext,
): Promise<void> {
  const { companies } = context.store;
  const changed = rows.filter(({ isNew }) => !isNew).map(({ idno }) => idno);
  const found = await companies.findRecords(changed);
  const before = new Map(found.flatMap((one) => (one === null ? [] : [[one.company.idno, one]])));
  const supplements = await companies.findSupplements(rows.map(({ idno }) => idno));
  const replacements = rows.map(({ idno, row, fingerprint }, index): Replacement => {
    const result = parseRow(row, parseContext, supplements[index] ?? null);
    if (!('record' in result)) {
      throw new ImportRefusal(`${dump.fileName} changed while it was read: import it again`);
    }
    const { source } = parseContext;
    return {
      before: before.get(idno) ?? null,
      after: { ...result.record, fingerprint, goneSince: null, sample, source },
    };
  });
  await writeRecords(context, replacements, dump.date);
}
