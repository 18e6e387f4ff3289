import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

const STDOUT = 1;
/** Buffered lines are written when they reach this length, or after FLUSH_INTERVAL_MS. */
const CHUNK_LENGTH = 16_384;
const FLUSH_INTERVAL_MS = 500;
/** The most bytes that wait for a reader that falls behind; further lines are dropped. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;
/** After a loss, lines are accepted again when at most this waits: one report instead of many. */
const RESUME_BYTES = MAX_WAITING_BYTES / 2;
/** A failed write is retried after the first, then after twice the last delay. */
const FIRST_RETRY_MS = 5;
const MAX_RETRY_MS = 1_000;
/** How long a slow reader may delay the end of the process. */
const CLOSE_WAIT_MS = 500;

/** Standard output of a server. Its failures neither delay requests nor end the process. */
export interface StandardOutput {
  /** Buffers one line of the log. */
  write(line: string): void;
  /** Writes a text for the person at the terminal, without buffering. */
  print(text: string): void;
  /** Lines lost since the start. */
  readonly lostLines: number;
  /** Tries once more to write everything; always resolves, within CLOSE_WAIT_MS. */
  close(): Promise<void>;
}

export function openStandardOutput(): StandardOutput {
  const descriptor = openNonBlocking();
  /** Chunks to be written; the first may be partly written. */
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let buffered = '';
  /** Lines lost since the last report. */
  let unreported = 0;
  let lostLines = 0;
  let isWriting = false;
  let retryMs = FIRST_RETRY_MS;
  let retryTimer: NodeJS.Timeout | undefined;
  let closing: PromiseWithResolvers<void> | undefined;

  function take(line: string): void {
    if (waitingBytes > (unreported > 0 ? RESUME_BYTES : MAX_WAITING_BYTES)) {
      unreported++;
      lostLines++;
      return;
    }
    reportLoss();
    buffered += line;
    if (buffered.length >= CHUNK_LENGTH) flush();
  }

  function reportLoss(): void {
    if (unreported === 0 || waitingBytes > RESUME_BYTES) return;
    buffered += toLossLine(unreported);
    unreported = 0;
  }

  function flush(): void {
    if (buffered !== '') {
      const chunk = Buffer.from(buffered);
      buffered = '';
      waiting.push(chunk);
      waitingBytes += chunk.length;
    }
    if (retryTimer === undefined) writeNext();
  }

  /** One write at a time, in Node's thread pool, so that a slow disk delays no request. */
  function writeNext(): void {
    if (isWriting) return;
    const [chunk] = waiting;
    if (chunk === undefined) {
      closing?.resolve();
      return;
    }
    isWriting = true;
    write(descriptor, chunk, (error, written) => {
      isWriting = false;
      if (error !== null) return retryLater(error);
      retryMs = FIRST_RETRY_MS;
      waitingBytes -= written;
      if (written === chunk.length) waiting.shift();
      else waiting[0] = chunk.subarray(written);
      writeNext();
    });
  }

  function retryLater({ code }: NodeJS.ErrnoException): void {
    // EAGAIN: the reader is only slow. `close` waits for it, but not for other failures.
    if (code !== 'EAGAIN') closing?.resolve();
    retryTimer = setTimeout(retry, retryMs).unref();
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  }

  function retry(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    flush();
  }

  /** One attempt for a process that ends without `close`, for example after a crash. */
  function writeLast(): void {
    if (closing !== undefined) return;
    // The chunk that a thread is writing is finished before the process ends.
    const rest = isWriting ? waiting.slice(1) : waiting;
    const last = Buffer.concat([...rest, Buffer.from(buffered)]);
    try {
      if (last.length > 0) writeSync(descriptor, last);
    } catch {
      // Nothing is left that could report it.
    }
  }

  const timer = setInterval(() => {
    reportLoss();
    flush();
  }, FLUSH_INTERVAL_MS).unref();
  process.once('beforeExit', retry);
  process.on('exit', writeLast);

  return {
    write: take,
    print(text) {
      take(text);
      flush();
    },
    get lostLines() {
      return lostLines;
    },
    async close() {
      clearInterval(timer);
      closing = Promise.withResolvers();
      const deadline = setTimeout(closing.resolve, CLOSE_WAIT_MS);
      reportLoss();
      retry();
      await closing.promise;
      clearTimeout(deadline);
    },
  };
}

/**
 * A descriptor of standard output on which writes never block. A blocked write would hold a thread
 * of Node's pool and keep the process from ending.
 */
function openNonBlocking(): number {
  if (isatty(STDOUT)) {
    const { O_WRONLY, O_NOCTTY, O_NONBLOCK } = constants;
    try {
      return openSync('/dev/stdout', O_WRONLY | O_NOCTTY | O_NONBLOCK);
    } catch {
      // The terminal of another user: if it is paused, one thread blocks.
      return STDOUT;
    }
  }
  const kind = fstatSync(STDOUT);
  // Opening Node's own stream on a pipe or socket makes the descriptor non-blocking.
  if (kind.isFIFO() || kind.isSocket()) process.stdout.on('error', () => {});
  return STDOUT;
}

function toLossLine(lines: number): string {
  const time = new Date().toISOString();
  const msg = 'log lines were lost, as standard output could not be written';
  return `${JSON.stringify({ level: 'error', time, lines, msg })}\n`;
}
