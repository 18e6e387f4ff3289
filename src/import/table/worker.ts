import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  type Answer,
  type RowsAnswer,
  type RowsRequest,
  type TableHead,
  type TableRequest,
  toFailure,
} from './messages.ts';
import { openTableFile } from './open.ts';
import type { RowBatches, TableFile } from './table.ts';

/** The thread in which `openTableInWorker` opens a file; it ends when that is closed. */
async function serveTable(port: MessagePort, { path, options }: TableRequest): Promise<void> {
  const send = (answer: Answer<TableHead>) => port.postMessage(answer);
  try {
    const table = await openTableFile(path, options);
    port.on('message', (request: RowsRequest | null) => {
      if (request === null) void closeTable(table);
      else void sendRows(table.rows(request.sheet), request.port);
    });
    const { sheets, hiddenSheets, date1904, separated } = table;
    send({ result: { sheets, hiddenSheets, date1904, separated } });
  } catch (error) {
    send(toFailure(error));
  }
}

/** Whatever is still being read ends with the thread. */
async function closeTable(table: TableFile): Promise<void> {
  try {
    await table.close();
  } finally {
    process.exit();
  }
}

/** One batch for each message, until the file or the reader ends. */
async function sendRows(rows: RowBatches, port: MessagePort): Promise<void> {
  const send = (answer: Answer<RowsAnswer>) => port.postMessage(answer);
  const batches = rows[Symbol.asyncIterator]();
  try {
    for await (const _asked of on(port, 'message', { close: ['close'] })) {
      const { done, value } = await batches.next();
      send({ result: done === true ? null : value });
      if (done === true) break;
    }
  } catch (error) {
    send(toFailure(error));
  } finally {
    await batches.return?.();
    port.close();
  }
}

if (parentPort !== null) await serveTable(parentPort, workerData);
