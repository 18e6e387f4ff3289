import { serveThread } from '../../../worker/thread.ts';
import { toStoreFault } from '../database.ts';
import { openImportDatabase } from '../import-database.ts';
import { type CompanyWriter, createCompanyWriter } from './company-writer.ts';

export interface WriterStart {
  /** Of the database file of companies. */
  path: string;
  rowsPerCommit: number;
}

export interface WriterMethods extends CompanyWriter {
  close(): void;
}

serveThread(({ path, rowsPerCommit }: WriterStart): WriterMethods => {
  const db = openImportDatabase(path);
  const writer = createCompanyWriter(db, rowsPerCommit);
  let failure: { error: unknown } | null = null;

  /** Throws the first failure again, so that nothing is written behind a batch that is missing. */
  function write<Result>(work: () => Result): Result {
    if (failure !== null) throw failure.error;
    try {
      return work();
    } catch (error) {
      failure = { error: toStoreFault(error) };
      throw failure.error;
    }
  }

  return {
    write: (batch) => write(() => writer.write(batch)),
    markGone: (idnos, goneSince) => write(() => writer.markGone(idnos, goneSince)),
    removeSamples: () => write(() => writer.removeSamples()),
    flush: () => write(() => writer.flush()),
    close: () => db.close(),
  };
});
