import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../../domain/errors.ts';
import type { CompanyWrites } from './company-writer.ts';
import { toError, type WriterAnswer, type WriterCall, type WriterStart } from './messages.ts';

/** Batches that may wait while the thread writes one or commits: each may be some megabytes. */
const BATCHES_AHEAD = 4;

export interface WriterThread extends CompanyWrites {
  /** What was not flushed is taken back. */
  close(): Promise<void>;
}

/**
 * Starts a thread that writes while whoever has it write prepares what comes next: `write` resolves
 * when the batch is taken and few others wait. A fault may so be told to a later call; behind it
 * nothing is written any more, and every call rejects with it.
 */
export function startWriterThread(start: WriterStart): WriterThread {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: start });
  /** Calls without an answer, in their order. */
  const waiting: PromiseWithResolvers<unknown>[] = [];
  let fault: unknown = null;

  function fail(error: unknown): void {
    fault ??= error;
    for (const call of waiting.splice(0)) call.reject(fault);
  }

  worker.on('message', (answer: WriterAnswer) => {
    if ('result' in answer) waiting.shift()?.resolve(answer.result);
    else fail(toError(answer));
  });
  worker.on('error', fail);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  void ended.then(() => fail(new Unavailable('the thread that writes companies has ended')));

  function call(request: WriterCall): Promise<unknown> {
    if (fault !== null) return Promise.reject(fault);
    const answered = Promise.withResolvers<unknown>();
    worker.postMessage(request);
    waiting.push(answered);
    return answered.promise;
  }

  return {
    async write(batch) {
      // Its fault is that of every later call.
      call({ name: 'write', args: [batch] }).catch(() => {});
      await waiting.at(-1 - BATCHES_AHEAD)?.promise;
      if (fault !== null) throw fault;
    },
    async markGone(...args) {
      await call({ name: 'markGone', args });
    },
    removeSamples: async () => Number(await call({ name: 'removeSamples', args: [] })),
    async flush() {
      await call({ name: 'flush', args: [] });
    },
    async close() {
      worker.postMessage(null);
      await ended;
    },
  };
}
