import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '../../../domain/errors.ts';
import type { ReaderMessage, ReadRequest } from './messages.ts';

const PROGRAM = join(import.meta.dirname, 'reader.ts');
/** Its results are small: what a page holds of records. */
const MAX_HEAP_MB = 96;
const START_TIMEOUT_MS = 10_000;

/** Of what a process that died said; a fault of Node's says what it is in its first lines. */
const MAX_STDERR_LENGTH = 4_000;

/** A process that answers one read at a time. */
export interface ReaderProcess {
  /** Rejects with Unavailable where the read fails or the process ends. */
  read(request: ReadRequest): Promise<unknown>;
  /** Ends it on purpose. */
  kill(): void;
  /** Resolves when it has ended, however that came. */
  ended: Promise<void>;
}

export interface ReaderSurroundings {
  /** Ends the process on purpose, also while it starts. */
  closing: AbortSignal;
  /**
   * Told once where the process could not start, or ended and nobody had meant it to: with its exit
   * code and what it wrote to standard error.
   */
  onDeath: (error: Error) => void;
}

/** Rejects with Unavailable where it can't start. */
export async function startReader(
  dataDir: string,
  { closing, onDeath }: ReaderSurroundings,
): Promise<ReaderProcess> {
  const child = fork(PROGRAM, [dataDir], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let isUnwanted = false;
  function kill(): void {
    isUnwanted = true;
    // Its end is waited for now: without this the event loop would not wait.
    child.ref();
    child.kill('SIGKILL');
  }
  closing.addEventListener('abort', kill, { once: true });
  const { receive, ended } = createInbox(child, (error) => {
    closing.removeEventListener('abort', kill);
    if (!isUnwanted) onDeath(error);
  });
  yieldToOthers(child);
  // A process that ends need not wait for it: it ends with the channel.
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
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
function createInbox(child: ChildProcess, onDeath: (error: Error) => void) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let expected = Promise.withResolvers<ReaderMessage>();
  // Whoever waits is told; where nobody does, its end is no fault.
  expected.promise.catch(() => {});
  let hasEnded = false;
  const readStderr = gatherStderr(child);

  function noteEnd(how: string): void {
    if (hasEnded) return;
    hasEnded = true;
    expected.reject(new Unavailable('the process that reads for staff has ended'));
    end();
    onDeath(new Error(`a process that reads for staff ${how}`));
  }

  child.on('message', (message) => expected.resolve(message as ReaderMessage));
  // Behind the last of its standard error. One that could not be started has no end, only an error.
  child.once('close', (code, signal) =>
    noteEnd(`ended with ${code ?? signal}: ${readStderr() || 'it said nothing'}`),
  );
  child.on('error', (error) => {
    if (child.pid === undefined) noteEnd(`could not start: ${error.message}`);
    else child.kill('SIGKILL');
  });

  function receive(): Promise<ReaderMessage> {
    if (hasEnded) return Promise.reject(new Unavailable('the process that reads has ended'));
    expected = Promise.withResolvers();
    return expected.promise;
  }
  return { receive, ended };
}

/** What it has written to standard error so far, up to MAX_STDERR_LENGTH. */
function gatherStderr({ stderr }: ChildProcess): () => string {
  let text = '';
  // There is none where the process could not be started.
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk.slice(0, MAX_STDERR_LENGTH - text.length);
  });
  if (stderr instanceof Socket) stderr.unref();
  return () => text.trim();
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
