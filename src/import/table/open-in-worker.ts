import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { startThread, type WorkerThread } from '../../worker/thread.ts';
import { openTableFile } from './open.ts';
import type { ReadOptions, RowBatches, TableFile, TableRow } from './table.ts';
import type { TableMethods } from './worker.ts';

/** Some 16,000 rows of a workbook: fewer are read in the time that a thread takes to start. */
const WORKER_BYTES = 2 * 2 ** 20;
/** Batches that the thread reads before they are needed. */
const BATCHES_AHEAD = 2;

/**
 * Opens a table file as `openTableFile` does; a large one in a worker thread, which unpacks and
 * parses the next batches while the caller works on the last one.
 */
export async function openTableInWorker(
  path: string,
  options: ReadOptions,
  workerBytes = WORKER_BYTES,
): Promise<TableFile> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size < workerBytes) return await openTableFile(path, options);
  const thread = startThread<TableMethods>(new URL('./worker.ts', import.meta.url), {
    data: { path, options },
    endedError: new Error(
      `${basename(path)} cannot be read further because its reader thread ended: import it again`,
    ),
  });
  try {
    const head = await thread.call('head');
    return { ...head, rows: (sheet) => readRows(thread, sheet), close: thread.close };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

async function* readRows(thread: WorkerThread<TableMethods>, sheet: string): RowBatches {
  await thread.call('begin', sheet);
  const ahead: Promise<TableRow[] | null>[] = [];
  const request = () => {
    const batch = thread.call('next');
    // Its error is thrown where the batch is awaited; a reader that leaves early does not want it.
    batch.catch(() => {});
    ahead.push(batch);
  };
  for (let count = 0; count < BATCHES_AHEAD; count++) request();
  for (;;) {
    const batch = await ahead.shift();
    if (batch == null) return;
    request();
    yield batch;
  }
}
