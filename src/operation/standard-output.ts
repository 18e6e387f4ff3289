import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

const STDOUT = 1;
/** Lines are handed on when they are this long together, or after FLUSH_INTERVAL_MS. */
const CHUNK_LENGTH = 16_384;
const FLUSH_INTERVAL_MS = 500;
/** What an output that takes nothing leaves waiting; lines beyond it are lost. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;
/** Once lines were lost, others are taken again when no more than this waits: one report, not many. */
const RESUME_BYTES = MAX_WAITING_BYTES / 2;
/** A failed write is tried again after the first, then after twice as long each time. */
const FIRST_RETRY_MS = 5;
const MAX_RETRY_MS = 1_000;
/** What a slow reader may delay the end of the process. */
const CLOSE_WAIT_MS = 500;

/** Standard output of a server. Nothing that happens to it delays a request or ends the process. */
export interface StandardOutput {
  /** Takes one line of the log. */
  write(line: string): void;
  /** Takes a text for the person at the terminal, and hands it on at once. */
  print(text: string): void;
  /** How many lines were lost since the start. */
  readonly lostLines: number;
  /** Tries once more to write what waits; resolves in any case, within CLOSE_WAIT_MS. */
  close(): Promise<void>;
}

export function openStandardOutput(): StandardOutput {
  const descriptor = openNonBlocking();
  /** Chunks to be written; the first may be a rest. */
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let gathered = '';
  /** Lines that were lost since the last report. */
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
    gathered += line;
    if (gathered.length >= CHUNK_LENGTH) handOn();
  }

  function reportLoss(): void {
    if (unreported === 0 || waitingBytes > RESUME_BYTES) return;
    gathered += toLossLine(unreported);
    unreported = 0;
  }

  function handOn(): void {
    if (gathered !== '') {
      const chunk = Buffer.from(gathered);
      gathered = '';
      waiting.push(chunk);
      waitingBytes += chunk.length;
    }
    if (retryTimer === undefined) writeNext();
  }

  /** One write at a time, in a thread of Node's: a slow disk delays no request. */
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
    // A reader that is only slow gets its last lines; what has failed is not waited for.
    if (code !== 'EAGAIN') closing?.resolve();
    retryTimer = setTimeout(retry, retryMs).unref();
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  }

  function retry(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    handOn();
  }

  /** For a process that ends without `close`, by a fault too: one attempt. */
  function writeLast(): void {
    if (closing !== undefined) return;
    // The first chunk is being written; the system ends the thread's write before the process.
    const rest = isWriting ? waiting.slice(1) : waiting;
    const last = Buffer.concat([...rest, Buffer.from(gathered)]);
    try {
      if (last.length > 0) writeSync(descriptor, last);
    } catch {
      // There is nobody left to tell.
    }
  }

  const timer = setInterval(() => {
    reportLoss();
    handOn();
  }, FLUSH_INTERVAL_MS).unref();
  process.once('beforeExit', retry);
  process.on('exit', writeLast);

  return {
    write: take,
    print(text) {
      take(text);
      handOn();
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
 * A descriptor of standard output on which a write never waits for a reader: one that did would
 * hold a thread of Node's pool, and the process could not end before it.
 */
function openNonBlocking(): number {
  if (isatty(STDOUT)) {
    const { O_WRONLY, O_NOCTTY, O_NONBLOCK } = constants;
    try {
      return openSync('/dev/stdout', O_WRONLY | O_NOCTTY | O_NONBLOCK);
    } catch {
      // Another user's terminal: a person who stops it stops one thread.
      return STDOUT;
    }
  }
  const kind = fstatSync(STDOUT);
  // To open Node's own stream on a pipe or socket makes the descriptor non-blocking.
  if (kind.isFIFO() || kind.isSocket()) process.stdout.on('error', () => {});
  return STDOUT;
}

function toLossLine(lines: number): string {
  const time = new Date().toISOString();
  const msg = 'log lines were lost, as standard output could not be written';
  return `${JSON.stringify({ level: 'error', time, lines, msg })}\n`;
}
