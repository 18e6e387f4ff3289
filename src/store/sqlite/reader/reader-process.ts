import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '../../../domain/unavailable.ts';
import type { ReaderMessage, ReadRequest } from './messages.ts';

const PROGRAM = join(import.meta.dirname, 'reader.ts');
/** Its results are small: what a page holds of records. */
const MAX_HEAP_MB = 96;
const START_TIMEOUT_MS = 10_000;

/** A process that answers one read at a time. */
export interface ReaderProcess {
  /** Rejects with Unavailable where the read fails or the process ends. */
  read(request: ReadRequest): Promise<unknown>;
  kill(): void;
  /** Resolves when it has ended, however that came. */
  ended: Promise<void>;
}

/** Rejects with Unavailable where it can't start. */
export async function startReader(dataDir: string): Promise<ReaderProcess> {
  const child = fork(PROGRAM, [dataDir], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  child.on('error', kill);
  yieldToOthers(child);
  // A server that ends need not wait for it: it ends with the channel.
  child.unref();
  child.channel?.unref();
  const { receive, ended } = createInbox(child);
  const timer = setTimeout(kill, START_TIMEOUT_MS);
  try {
    await receive();
  } finally {
    clearTimeout(timer);
  }
  return {
    async read(request) {
      const answered = receive();
      // What can't be sent is told by the end of the process.
      child.send(request, () => {});
      const message = await answered;
      if ('result' in message) return message.result;
      throw new Unavailable(
        `a read for staff: ${'fault' in message ? message.fault : 'no answer'}`,
      );
    },
    kill,
    ended,
  };
}

/** One message is waited for at a time. */
function createInbox(child: ChildProcess) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let expected = Promise.withResolvers<ReaderMessage>();
  let hasEnded = false;
  child.on('message', (message) => expected.resolve(message as ReaderMessage));
  child.once('exit', () => {
    hasEnded = true;
    expected.reject(new Unavailable('the process that reads for staff has ended'));
    end();
  });
  function receive(): Promise<ReaderMessage> {
    if (hasEnded) return Promise.reject(new Unavailable('the process that reads has ended'));
    expected = Promise.withResolvers();
    return expected.promise;
  }
  // Whoever waits is told; where nobody does, its end is no fault.
  expected.promise.catch(() => {});
  return { receive, ended };
}

/** Requests of the public API go before what staff ask. */
function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system does not allow it, it reads at the same priority.
  }
}
