import type { ImportCounts, StoredReject } from '../store/port/imports.ts';
import { type ImportContext, yieldToEventLoop } from './context.ts';
import { FingerprintTable } from './fingerprint-table.ts';
import { Rejects } from './rejects.ts';
import { type AcceptedRow, RowSpool } from './row-spool.ts';

/** A row that is not stored: `without` an IDNO, or rejected, with its IDNO if that can be read. */
export type OtherRow = { without: true } | { reject: StoredReject; idno: string | null };

export type FileRow<Content> = AcceptedRow<Content> | OtherRow;

/** Compares the rows of a file with the store, and keeps those that differ until the write. */
export class IncomingRows<Content> {
  /** The caller adds what the store has. */
  readonly table = new FingerprintTable();
  readonly rejects: Rejects;
  readonly #spool: RowSpool<Content>;
  readonly #context: ImportContext;

  /** `name`: what the rows are called in a message. `path`: null if rejects are only counted. */
  constructor(name: string, path: string | null, context: ImportContext) {
    this.rejects = new Rejects(context.dryRun ? null : path);
    this.#spool = new RowSpool(context.temporaryFolder, name);
    this.#context = context;
  }

  /** Reads every row once, and keeps those that differ unless this is a dry run. */
  async compare(batches: AsyncIterable<FileRow<Content>[]>): Promise<ImportCounts> {
    const { table, rejects } = this;
    const isKept = !this.#context.dryRun;
    await rejects.begin();
    let read = 0;
    let withoutIdno = 0;
    for await (const rows of batches) {
      for (const row of rows) {
        if ('without' in row) withoutIdno++;
        else if ('reject' in row) {
          rejects.add(row.reject);
          if (row.idno !== null) table.markUnreadable(row.idno);
        } else {
          const decision = table.addRow(row);
          if (isKept && (decision === 'new' || decision === 'changed')) this.#spool.add(row);
        }
      }
      read += rows.length;
      await rejects.flush();
      await this.#advance(rows.length);
    }
    return { read, ...table.tally(), withoutIdno, ...rejects.count(), gone: 0 };
  }

  /** Writes the rows that were kept in batches, without those that another row overrides. */
  async write(write: (rows: AcceptedRow<Content>[]) => Promise<void>): Promise<void> {
    for (const batch of this.#spool.batches()) {
      const rows = batch.filter((row) => this.table.decide(row.idno, row.number) !== 'overridden');
      if (rows.length > 0) await write(rows);
      await this.#advance(rows.length);
    }
  }

  async close(): Promise<void> {
    this.#spool.close();
    await this.rejects.close(this.#context);
  }

  async #advance(rows: number): Promise<void> {
    this.#context.progress.advance(rows);
    await yieldToEventLoop(this.#context);
  }
}
