import type { RegisterRow } from '../../domain/company/company.ts';
import { toIdno } from '../../domain/company/idno.ts';
import { toRegisterRow, toRowIdentity } from '../../domain/register/record.ts';
import type { ImportCounts, KeptReject } from '../../store/port/imports.ts';
import { type ImportContext, yieldToEventLoop } from '../context.ts';
import type { Rejects } from '../rejects.ts';
import { CodeLengths } from './code-lengths.ts';
import type { Dump } from './dump.ts';
import { Ledger } from './ledger.ts';
import type { ParseContext } from './parse-row.ts';
import { UnknownStatuses } from './unknown-statuses.ts';

export interface FirstPassWork {
  dump: Dump;
  reading: ParseContext;
  rejects: Rejects;
  sample: boolean;
}

export interface FirstPassResult {
  counts: ImportCounts;
  /** Says of each row what is to be done with it. */
  census: Ledger;
  /** What is odd about the codes of rows without an IDNO; null where nothing is. */
  oddCodes: string | null;
  /** Which values of `Statutul` are not known; null where all are. */
  unknownStatuses: string | null;
}

/** The first pass: reads every row and compares it with the store, which stays as it is. */
export async function runFirstPass(
  { dump, reading, rejects, sample }: FirstPassWork,
  context: ImportContext,
): Promise<FirstPassResult> {
  await rejects.begin();
  const census = await countStored(sample, context);
  const codeLengths = new CodeLengths();
  const unknownStatuses = new UnknownStatuses();
  let read = 0;
  let withoutIdno = 0;
  /** A company is not gone because its row can't be read. */
  function refuse({ idno }: RegisterRow, line: KeptReject): void {
    rejects.add(line);
    const known = toIdno(idno);
    if ('idno' in known) census.keep(known.idno);
  }
  for await (const rows of dump.rows()) {
    for (const { number, cells, reject } of rows) {
      const row = toRegisterRow(cells, dump.date1904);
      const identity = toRowIdentity(row);
      read++;
      if ('without' in identity) {
        withoutIdno++;
        codeLengths.add(number, row.idno);
      } else if (reject !== null) refuse(row, reject);
      else if ('reject' in identity) refuse(row, { row: number, ...identity.reject });
      else {
        census.addRow(identity.idno, number, reading.fingerprint(row));
        if (row.status !== null) unknownStatuses.add(row.status);
      }
    }
    await rejects.flush();
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
  const counts = { read, ...census.tally(), withoutIdno, ...rejects.count(), gone: 0 };
  return {
    counts,
    census,
    oddCodes: codeLengths.describe(),
    unknownStatuses: unknownStatuses.describe(),
  };
}

/** For a real dump the bundled companies are not there: whatever it says of them is new. */
async function countStored(sample: boolean, { store }: ImportContext): Promise<Ledger> {
  const census = new Ledger();
  for await (const states of store.companies.scanStates()) {
    for (const state of states) {
      if (state.sample !== sample) continue;
      census.addStored(state.idno, state.fingerprint, state.goneSince === null);
    }
  }
  return census;
}
