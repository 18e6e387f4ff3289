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

/** A dump with all that both passes need. */
export interface DumpImport {
  dump: Dump;
  parseContext: ParseContext;
  rejects: Rejects;
  /** The bundled synthetic companies. */
  sample: boolean;
}

export interface FirstPassResult {
  counts: ImportCounts;
  /** Decides for each row whether it is written. */
  ledger: Ledger;
  /** Codes of rows without an IDNO that were meant to be one; null where there are none. */
  oddCodes: string | null;
  /** Unknown values of `Statutul`; null where there are none. */
  unknownStatuses: string | null;
}

/** The first pass: reads every row and compares it with the store, and writes nothing to it. */
export async function runFirstPass(
  { dump, parseContext, rejects, sample }: DumpImport,
  context: ImportContext,
): Promise<FirstPassResult> {
  await rejects.begin();
  const ledger = await loadLedger(sample, context);
  const notes = new RowNotes();
  let read = 0;
  let withoutIdno = 0;
  /** A company is not gone because its row cannot be read. */
  function reject({ idno }: RegisterRow, line: StoredReject): void {
    rejects.add(line);
    const known = toIdno(idno);
    if ('idno' in known) ledger.markUnreadable(known.idno);
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
      else {
        ledger.addRow(identity.idno, number, parseContext.fingerprint(row));
        if (row.status !== null) notes.addStatus(row.status);
      }
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

/** A real dump does not see the bundled companies: all that it has is new. */
async function loadLedger(sample: boolean, { store }: ImportContext): Promise<Ledger> {
  const ledger = new Ledger();
  for await (const states of store.companies.scanStates()) {
    for (const state of states) {
      if (state.sample !== sample) continue;
      ledger.addStored(state.idno, state.fingerprint, state.goneSince === null);
    }
  }
  return ledger;
}
