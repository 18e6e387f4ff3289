import { on, once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import {
  type RowsAnswer,
  type RowsRequest,
  type TableHead,
  type TableRequest,
  unpack,
} from './messages.ts';
import { openTableFile } from './open.ts';
import type { ReadOptions } from './read-limits.ts';
import type { TableFile } from './table.ts';

/** Some 16,000 rows of a workbook: fewer are read in the time that a thread takes to start. */
const APART_BYTES = 2 * 2 ** 20;
/** Batches that are read before they are needed. */
const BATCHES_AHEAD = 2;

/**
 * Opens a table file as `openTableFile` does; a large one in a thread of its own, which unpacks and
 * parses while whoever reads the rows works with those before.
 */
export async function openTableInWorker(
  path: string,
  options: ReadOptions,
  apartBytes = APART_BYTES,
): Promise<TableFile> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size < apartBytes) return await openTableFile(path, options);
  const workerData: TableRequest = { path, options };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  let fault: unknown = new Error(
    `${basename(path)} can't be read on, as the thread that reads it has ended: import it again`,
  );
  worker.on('error', (error) => {
    fault = error;
  });
  const ended = new Promise<null>((resolve) => worker.once('exit', () => resolve(null)));
  const message = await Promise.race([once(worker, 'message'), ended]);
  if (message === null) throw fault;
  const head = unpack<TableHead>(message[0]);
  return {
    ...head,
    async *rows(sheet) {
      const { port1: port, port2 } = new MessageChannel();
      const request: RowsRequest = { sheet, port: port2 };
      worker.postMessage(request, [port2]);
      // A thread that has ended takes no request, and so would never close its port.
      void ended.then(() => port.close());
      for await (const batch of readBatches(port)) {
        if (batch === null) return;
        yield batch;
      }
      await ended;
      throw fault;
    },
    async close() {
      worker.postMessage(null);
      await ended;
    },
  };
}

/** Ends behind the null, and before it when the other thread ends. */
async function* readBatches(port: MessagePort): AsyncGenerator<RowsAnswer> {
  const askForBatch = () => port.postMessage(null);
  try {
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead++) askForBatch();
    for await (const [answer] of on(port, 'message', { close: ['close'] })) {
      askForBatch();
      yield unpack<RowsAnswer>(answer);
    }
  } finally {
    port.close();
  }
}
