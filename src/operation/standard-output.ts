import { type DestinationStream, pino } from 'pino';

/**
 * Lines are handed on when they are so long together, or after FLUSH_INTERVAL_MS: the stream below
 * measures anew, at each write, the buffer that it appends to, and wakes a thread for each buffer.
 */
const CHUNK_LENGTH = 16_384;
const FLUSH_INTERVAL_MS = 500;
/** What a slow reader leaves waiting; lines beyond it are lost, and the next that fits tells of it. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;

/** Takes log lines for standard output, and never makes a request wait for whoever reads them. */
export function openStandardOutput(): DestinationStream {
  let waiting = '';
  let lines = 0;
  let lost = 0;
  // Nothing else is left to do: what is written now still ends well where the reader has gone.
  process.on('beforeExit', () => {
    if (lines > 0) flush();
  });
  // Before the stream's own handler, which writes what it has been handed by then.
  process.on('exit', handOn);
  const stream = pino.destination({
    fd: 1,
    sync: false,
    minLength: CHUNK_LENGTH,
    // It must be more than that.
    maxWrite: 2 * CHUNK_LENGTH,
    maxLength: MAX_WAITING_BYTES,
  });
  let isDropped = false;
  stream.on('drop', () => {
    isDropped = true;
  });

  function handOn(): void {
    if (lines === 0) return;
    isDropped = false;
    stream.write(lost === 0 ? waiting : toLossLine(lost) + waiting);
    lost = isDropped ? lost + lines : 0;
    waiting = '';
    lines = 0;
  }

  function flush(): void {
    handOn();
    stream.flush();
  }

  setInterval(flush, FLUSH_INTERVAL_MS).unref();

  return {
    write(line) {
      waiting += line;
      lines += 1;
      if (waiting.length >= CHUNK_LENGTH) handOn();
    },
  };
}

function toLossLine(lines: number): string {
  const time = new Date().toISOString();
  const msg = 'log lines were lost, as standard output was not read in time';
  return `${JSON.stringify({ level: 'error', time, lines, msg })}\n`;
}
