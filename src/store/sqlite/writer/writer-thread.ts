import { serveThread } from '../../../worker/thread.ts';
import { openImportDatabase, WRITER_CACHE_KIB } from '../company-schema.ts';
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
  return { ...createCompanyWriter(db, rowsPerCommit), close: () => db.close() };
});
