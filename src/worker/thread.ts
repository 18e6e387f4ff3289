import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Unavailable } from '../domain/errors.ts';
import {
  type Answer,
  type CallQueue,
  type CallRequest,
  createCallQueue,
  type Methods,
  type RemoteCall,
  serveCalls,
} from './calls.ts';

/** Far longer than any call takes: the longest unpacks a workbook's strings, or commits. */
const ANSWER_TIMEOUT_MS = 600_000;
/** Several, so that a process that was stopped for longer does not count as silent when it resumes. */
const CHECKS_PER_TIMEOUT = 2;
const CLOSE_TIMEOUT_MS = 60_000;

/** Methods of a thread; `close` is the last that it carries out. */
interface Closable {
  close(): unknown;
}

export interface WorkerThread<Own extends Methods<Own>>
  extends Pick<CallQueue<Own>, 'call' | 'countWaiting' | 'waitUntilAtMost'> {
  /** Ends the thread after the calls before; what it had open is closed there. */
  close(): Promise<void>;
}

interface ThreadOptions {
  /** Given to the thread's program. */
  data: unknown;
  /** The error that calls reject with after the thread has ended. */
  endedError: Error;
  /** How long a thread with calls to answer may be silent before it is terminated. */
  answerTimeoutMs?: number;
}

/** Starts a thread that answers calls (see `serveThread`). Every call ends when the thread does. */
export function startThread<Own extends Methods<Own> & Closable>(
  program: URL,
  { data, endedError, answerTimeoutMs = ANSWER_TIMEOUT_MS }: ThreadOptions,
): WorkerThread<Own> {
  const worker = new Worker(program, { workerData: data });
  const calls = createCallQueue<Own>((request) => worker.postMessage(request));
  let silentChecks = 0;
  const watchdog = setInterval(() => {
    silentChecks = calls.countWaiting() === 0 ? 0 : silentChecks + 1;
    if (silentChecks <= CHECKS_PER_TIMEOUT) return;
    calls.fail(new Unavailable(`a worker thread gave no answer for ${answerTimeoutMs / 1_000} s`));
    void worker.terminate();
  }, answerTimeoutMs / CHECKS_PER_TIMEOUT).unref();
  worker.on('message', (answer: Answer) => {
    silentChecks = 0;
    calls.settle(answer);
  });
  worker.on('error', calls.fail);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  void ended.then(() => {
    clearInterval(watchdog);
    calls.fail(endedError);
  });

  return {
    ...calls,
    async close() {
      const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
      // Its answer is the end of the thread.
      (calls.call as RemoteCall<Closable>)('close').catch(() => {});
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * The program of a thread: opens what its methods work on, and answers calls until it has carried
 * out `close`.
 */
export function serveThread<Data, Own extends Methods<Own> & Closable>(
  open: (data: Data) => Own | Promise<Own>,
): void {
  const port = parentPort;
  if (port === null) return;
  const opening = (async () => await open(workerData))();
  // Each call rejects with its error.
  opening.catch(() => {});
  const answer = serveCalls(opening, (message) => port.postMessage(message));
  port.on('message', async (request: CallRequest) => {
    await answer(request);
    if (request.name === 'close') process.exit();
  });
}
