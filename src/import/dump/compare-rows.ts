import type { RegisterRow } from '../../domain/company/company.ts';
import { toIdno } from '../../domain/company/idno.ts';
import { toRegisterRow, toRowIdentity } from '../../domain/register/record.ts';
import type { ImportCounts, StoredReject } from '../../store/port/imports.ts';
import { type ImportContext, yieldToEventLoop } from '../context.ts';
import type { Rejects } from '../rejects.ts';
import type { Dump } from './dump-file.ts';
import { Ledger } from './ledger.ts';
import type { ParseContext } from './parse-row.ts';
import { RowNotes } from './row-notes.ts';
import type { RowSpool } from './row-spool.ts';

/** What reading a dump needs besides the file. */
export interface DumpReading {
  parseContext: ParseContext;
  rejects: Rejects;
  spool: RowSpool;
  /** The bundled synthetic companies. */
  sample: boolean;
}

export interface DumpComparison {
  counts: ImportCounts;
  /** Decides for each row whether it is written. */
  ledger: Ledger;
  /** Codes of rows without an IDNO that were meant to be one; null where there are none. */
  oddCodes: string | null;
  /** Unknown values of `Statutul`; null where there are none. */
  unknownStatuses: string | null;
}

/**
 * Reads every row once, compares it with the store, to which it writes nothing, and spools those
 * that differ, in a dry run none.
 */
export async function compareRows(
  dump: Dump,
  { parseContext, rejects, spool }: DumpReading,
  ledger: Ledger,
  context: ImportContext,
): Promise<DumpComparison> {
  await rejects.begin();
  const notes = new RowNotes();
  let read = 0;
  let withoutIdno = 0;
  /** A company is not gone because its row cannot be read. */
  function reject({ idno }: RegisterRow, line: StoredReject): void {
    rejects.add(line);
    const known = toIdno(idno);
    if ('idno' in known) ledger.markUnreadable(known.idno);
  }
  function accept(idno: string, number: number, row: RegisterRow): void {
    const fingerprint = parseContext.fingerprint(row);
    const change = ledger.addRow(idno, number, fingerprint);
    if (change !== 'unchanged' && !context.dryRun) spool.add({ number, idno, fingerprint, row });
    if (row.status !== null) notes.addStatus(row.status);
  }
  for await (const rows of dump.rows()) {
    for (const { number, cells, surplus } of rows) {
      const row = toRegisterRow(cells, dump.date1904);
      const identity = toRowIdentity(row);
      read++;
      if ('without' in identity) {
        withoutIdno++;
        notes.addCode(number, row.idno);
      } else if (surplus !== null) reject(row, surplus);
      else if ('reject' in identity) reject(row, { row: number, ...identity.reject });
      else accept(identity.idno, number, row);
    }
    await rejects.flush();
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
  return {
    counts: { read, ...ledger.tally(), withoutIdno, ...rejects.count(), gone: 0 },
    ledger,
    oddCodes: notes.describeCodes(),
    unknownStatuses: notes.describeStatuses(),
  };
}

/**
 * The companies of the store. A real dump is not compared with the bundled companies: beside them
 * it treats every row as new.
 */
export async function loadLedger(sample: boolean, context: ImportContext): Promise<Ledger> {
  const ledger = new Ledger();
  for await (const states of context.store.companies.scanStates()) {
    for (const state of states) {
      if (state.sample !== sample) continue;
      ledger.addStored(state.idno, state.fingerprint, state.goneSince === null);
    }
    await yieldToEventLoop(context);
  }
  return ledger;
}
