import { serveThread } from '../../../worker/thread.ts';
import { openImportDatabase, WRITER_CACHE_KIB } from '../company-schema.ts';
import { toUnavailable } from '../database.ts';
import { type CompanyWriter, createCompanyWriter } from './company-writer.ts';

export interface WriterStart {
  /** The path of `companies.db`. */
  path: string;
  rowsPerCommit: number;
}

export interface WriterMethods extends CompanyWriter {
  close(): void;
}

serveThread(({ path, rowsPerCommit }: WriterStart): WriterMethods => {
  const db = openImportDatabase(path, WRITER_CACHE_KIB);
  const writer = createCompanyWriter(db, rowsPerCommit);
  let failure: { error: unknown } | null = null;

  /** Throws the first failure again, so that nothing is written after a missing batch. */
  function write<Result>(work: () => Result): Result {
    if (failure !== null) throw failure.error;
    try {
      return work();
    } catch (error) {
      failure = { error: toUnavailable(error) };
      throw failure.error;
    }
  }

  return {
    write: (batch) => write(() => writer.write(batch)),
    removeSamples: () => write(() => writer.removeSamples()),
    flush: () => write(() => writer.flush()),
    close: () => db.close(),
  };
});
