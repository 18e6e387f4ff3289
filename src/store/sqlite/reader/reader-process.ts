import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '../../../domain/errors.ts';
import {
  type Answer,
  type CallQueue,
  type CallRequest,
  createCallQueue,
} from '../../../worker/calls.ts';
import type { ReaderMethods } from './reader.ts';

const PROGRAM = join(import.meta.dirname, 'reader.ts');
/**
 * Where Node caches the compiled program, as for `npm run import`: with it a reader starts in a
 * quarter of the processor time and takes 40 % of the memory. Node goes on without it if it cannot
 * write it.
 */
const COMPILE_CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/compile');
/** Enough for the results, which are the records of one page. */
const MAX_HEAP_MB = 96;
const START_TIMEOUT_MS = 10_000;
/** The most standard error in a message; Node names the cause of death in the first lines. */
const MAX_STDERR_LENGTH = 4_000;

/** A process that runs one read at a time. */
export interface ReaderProcess {
  /** Rejects with Unavailable when the read fails or the process ends. */
  read(request: CallRequest): Promise<unknown>;
  /** Kills the process without calling `onDeath`. */
  kill(): void;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
}

interface ReaderOptions {
  /** Kills the process, also while it starts, without calling `onDeath`. */
  closing: AbortSignal;
  /**
   * Called once if the process could not start or died, with its exit code and standard error in
   * the message.
   */
  onDeath: (error: Error) => void;
}

/** Rejects with Unavailable if the process cannot start. */
export async function startReader(
  dataDir: string,
  { closing, onDeath }: ReaderOptions,
): Promise<ReaderProcess> {
  const child = fork(PROGRAM, [dataDir], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let isKilled = false;
  function kill(): void {
    isKilled = true;
    // From now on the event loop waits until the process has ended.
    child.ref();
    child.kill('SIGKILL');
  }
  closing.addEventListener('abort', kill, { once: true });
  // A request that cannot be sent (a process that could not start has no `send`) is answered by
  // the end of the process.
  const calls = createCallQueue<ReaderMethods>((request) => void child.send?.(request, () => {}));
  const ended = watch(child, calls, (error) => {
    closing.removeEventListener('abort', kill);
    if (!isKilled) onDeath(error);
  });
  lowerPriority(child);
  // This process can exit without waiting for the child, which ends when the channel closes.
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  try {
    await calls.call('start');
  } finally {
    clearTimeout(timer);
  }
  return {
    async read({ name, args }) {
      try {
        const call = calls.call as (name: string, ...args: readonly unknown[]) => Promise<unknown>;
        return await call(name, ...args);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Unavailable(`a read of the store: ${message}`, { cause: error });
      }
    },
    kill,
    ended,
  };
}

/** Settles calls with their answers, or with Unavailable when the process ends. Resolves then. */
function watch(
  child: ChildProcess,
  calls: CallQueue<ReaderMethods>,
  onDeath: (error: Error) => void,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const readStderr = gatherStderr(child);
  let hasEnded = false;

  function noteEnd(how: string): void {
    if (hasEnded) return;
    hasEnded = true;
    calls.fail(new Unavailable('the process that reads the store has ended'));
    end();
    onDeath(new Error(`a process that reads the store ${how}`));
  }

  child.on('message', (answer) => calls.settle(answer as Answer));
  // Comes after the last of its standard error. A process that could not start only has an error.
  child.once('close', (code, signal) =>
    noteEnd(`ended with ${code ?? signal}: ${readStderr() || 'no message'}`),
  );
  child.on('error', (error) => {
    if (child.pid === undefined) noteEnd(`could not start: ${error.message}`);
    else child.kill('SIGKILL');
  });
  return ended;
}

/** Its standard error so far, up to MAX_STDERR_LENGTH. */
function gatherStderr({ stderr }: ChildProcess): () => string {
  let text = '';
  // A process that could not start has none.
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk.slice(0, MAX_STDERR_LENGTH - text.length);
  });
  if (stderr instanceof Socket) stderr.unref();
  return () => text.trim();
}

/** Look-ups of the API have priority over these reads. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system does not allow it, the process keeps its priority.
  }
}
