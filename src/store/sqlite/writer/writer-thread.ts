import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { toStoreFault } from '../database.ts';
import { openImportDatabase } from '../import-database.ts';
import { createCompanyWriter } from './company-writer.ts';
import { toFault, type WriterAnswer, type WriterRequest, type WriterStart } from './messages.ts';

/** Writes what it is asked to, in order; its first fault ends it, and what waits is not written. */
function serveWrites(port: MessagePort, { path, rowsPerCommit }: WriterStart): void {
  const db = openImportDatabase(path);
  const writer = createCompanyWriter(db, rowsPerCommit);
  const send = (answer: WriterAnswer) => port.postMessage(answer);
  const end = () => {
    port.close();
    db.close();
  };
  port.on('message', (request: WriterRequest) => {
    if (!db.isOpen) return;
    if (request === null) return end();
    try {
      const work = writer[request.name] as (...args: readonly unknown[]) => unknown;
      send({ result: work(...request.args) });
    } catch (error) {
      send(toFault(toStoreFault(error)));
      end();
    }
  });
}

if (parentPort !== null) serveWrites(parentPort, workerData);
