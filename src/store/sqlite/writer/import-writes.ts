import type { DatabaseSync } from 'node:sqlite';
import { Unavailable } from '../../../domain/errors.ts';
import { startThread } from '../../../worker/thread.ts';
import { type CompanyWriter, createCompanyWriter } from './company-writer.ts';
import type { WriterMethods, WriterStart } from './writer-thread.ts';

/** Batches that may wait: about as many as are prepared during a commit; each has some 600 kB. */
const BATCHES_AHEAD = 12;

/** The methods of a writer in this thread, or of one in a worker thread, which answers in order. */
type BatchWrites = {
  [Name in keyof CompanyWriter]: (
    ...args: Parameters<CompanyWriter[Name]>
  ) => ReturnType<CompanyWriter[Name]> | Promise<ReturnType<CompanyWriter[Name]>>;
};

/** Writes the first companies on the open connection and further ones in a thread. */
export interface ImportWrites {
  /** The writer of the next write; `companies` is how many that write has. */
  next(companies: number): BatchWrites;
  /** Rolls back uncommitted rows. */
  close(): Promise<void>;
}

/** `inlineRows`: the most companies that are written without a thread. */
export function createImportWrites(
  db: DatabaseSync,
  start: WriterStart,
  inlineRows: number,
): ImportWrites {
  const inline = createCompanyWriter(db, start.rowsPerCommit);
  let thread: ReturnType<typeof startWriterThread> | null = null;
  let rows = 0;
  return {
    next(companies) {
      rows += companies;
      if (thread === null && rows > inlineRows) {
        inline.flush();
        thread = startWriterThread(start);
      }
      return thread ?? inline;
    },
    close: async () => await thread?.close(),
  };
}

/**
 * Starts a thread that writes while the caller prepares the next batch. `write` resolves when the
 * batch is queued and few others are waiting, so a later call may report its failure. After the
 * first failure nothing more is written, and every call rejects with that failure.
 */
export function startWriterThread(start: WriterStart) {
  const thread = startThread<WriterMethods>(new URL('./writer-thread.ts', import.meta.url), {
    data: start,
    endedError: new Unavailable('the thread that writes companies has ended'),
  });
  let failure: { error: unknown } | null = null;
  return {
    write: async (...args) => {
      thread.call('write', ...args).catch((error: unknown) => {
        failure ??= { error };
      });
      await thread.waitUntilAtMost(BATCHES_AHEAD);
      if (failure !== null) throw failure.error;
    },
    removeSamples: () => thread.call('removeSamples'),
    flush: () => thread.call('flush'),
    close: thread.close,
  } satisfies BatchWrites & Pick<ImportWrites, 'close'>;
}
