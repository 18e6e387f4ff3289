import type { DatabaseSync } from 'node:sqlite';
import { type CompanyWrites, createCompanyWriter, toWrites } from './company-writer.ts';
import type { WriterStart } from './messages.ts';
import { startWriterThread, type WriterThread } from './start-writer.ts';

export interface ImportWrites extends CompanyWrites {
  close(): Promise<void>;
}

/** Writes on the open connection up to `inlineRows` companies, and from there on in a thread. */
export function createImportWrites(
  db: DatabaseSync,
  start: WriterStart,
  inlineRows: number,
): ImportWrites {
  const writer = createCompanyWriter(db, start.rowsPerCommit);
  const here = toWrites(writer);
  let apart: WriterThread | null = null;
  let rows = 0;

  return {
    write(batch) {
      rows += batch.companies.length;
      if (apart === null && rows > inlineRows) {
        writer.flush();
        apart = startWriterThread(start);
      }
      return (apart ?? here).write(batch);
    },
    markGone: (...args) => (apart ?? here).markGone(...args),
    removeSamples: () => (apart ?? here).removeSamples(),
    flush: () => (apart ?? here).flush(),
    close: async () => await apart?.close(),
  };
}
