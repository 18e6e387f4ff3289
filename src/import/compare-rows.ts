import type { ImportCounts, StoredReject } from '../store/port/imports.ts';
import { type ImportContext, yieldToEventLoop } from './context.ts';
import type { FingerprintTable } from './fingerprint-table.ts';
import type { Rejects } from './rejects.ts';
import type { AcceptedRow, RowSpool } from './row-spool.ts';

/** A row that is not stored: `without` an IDNO, or rejected, with its IDNO if that can be read. */
export type OtherRow = { without: true } | { reject: StoredReject; idno: string | null };

export type FileRow<Content> = AcceptedRow<Content> | OtherRow;

interface Comparison<Content> {
  /** Has what the store has. */
  table: FingerprintTable;
  rejects: Rejects;
  /** For the rows that differ; null where they are only counted. */
  spool: RowSpool<Content> | null;
}

/** Reads every row once and compares it with the store, to which it writes nothing. */
export async function compareRows<Content>(
  batches: AsyncIterable<FileRow<Content>[]>,
  { table, rejects, spool }: Comparison<Content>,
  context: ImportContext,
): Promise<ImportCounts> {
  await rejects.begin();
  let read = 0;
  let withoutIdno = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      if ('without' in row) withoutIdno++;
      else if ('reject' in row) {
        rejects.add(row.reject);
        if (row.idno !== null) table.markUnreadable(row.idno);
      } else if (table.addRow(row.idno, row.number, row.fingerprint) !== 'unchanged') {
        spool?.add(row);
      }
    }
    read += rows.length;
    await rejects.flush();
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
  return { read, ...table.tally(), withoutIdno, ...rejects.count(), gone: 0 };
}

/** A row to be written; `isNew`: the store has nothing of its IDNO. */
export type PendingRow<Content> = AcceptedRow<Content> & { isNew: boolean };

/** Writes the spooled rows in batches, without those that a later row overrides. */
export async function writeSpooled<Content>(
  spool: RowSpool<Content>,
  table: FingerprintTable,
  write: (rows: PendingRow<Content>[]) => Promise<void>,
  context: ImportContext,
): Promise<void> {
  for (const batch of spool.batches()) {
    const rows: PendingRow<Content>[] = [];
    for (const row of batch) {
      const decision = table.decide(row.idno, row.number);
      if (decision !== 'overridden') rows.push({ ...row, isNew: decision === 'new' });
    }
    if (rows.length > 0) await write(rows);
    context.progress.advance(rows.length);
    await yieldToEventLoop(context);
  }
}
