import type { DatabaseSync } from 'node:sqlite';
import { Unavailable } from '../../../domain/errors.ts';
import { startThread } from '../../../worker/thread.ts';
import { type BatchWrites, createCompanyWriter, toWrites } from './company-writer.ts';
import type { WriterMethods, WriterStart } from './writer-thread.ts';

/** Batches that may wait: about as many as are prepared during a commit; each has some 600 kB. */
const BATCHES_AHEAD = 12;

interface ImportWrites extends BatchWrites {
  /** Rolls back uncommitted rows. */
  close(): Promise<void>;
}

/** Writes up to `inlineRows` companies on the open connection and further ones in a thread. */
export function createImportWrites(
  db: DatabaseSync,
  start: WriterStart,
  inlineRows: number,
): ImportWrites {
  const writer = createCompanyWriter(db, start.rowsPerCommit);
  const inline = toWrites(writer);
  let thread: ImportWrites | null = null;
  let rows = 0;

  return {
    write(batch) {
      rows += batch.companies.length;
      if (thread === null && rows > inlineRows) {
        writer.flush();
        thread = startWriterThread(start);
      }
      return (thread ?? inline).write(batch);
    },
    delist: (...args) => (thread ?? inline).delist(...args),
    removeSamples: () => (thread ?? inline).removeSamples(),
    flush: () => (thread ?? inline).flush(),
    close: async () => await thread?.close(),
  };
}

/**
 * Starts a thread that writes while the caller prepares the next batch. `write` resolves when the
 * batch is queued and few others are waiting, so a later call may report its failure. After the
 * first failure nothing more is written, and every call rejects with that failure.
 */
export function startWriterThread(start: WriterStart): ImportWrites {
  const thread = startThread<WriterMethods>(new URL('./writer-thread.ts', import.meta.url), {
    data: start,
    endedError: new Unavailable('the thread that writes companies has ended'),
  });
  let failure: { error: unknown } | null = null;

  return {
    async write(batch) {
      thread.call('write', batch).catch((error: unknown) => {
        failure ??= { error };
      });
      await thread.waitUntilAtMost(BATCHES_AHEAD);
      if (failure !== null) throw failure.error;
    },
    delist: (...args) => thread.call('delist', ...args),
    removeSamples: () => thread.call('removeSamples'),
    flush: () => thread.call('flush'),
    close: thread.close,
  };
}
