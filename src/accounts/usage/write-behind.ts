import { setImmediate, setTimeout } from 'node:timers/promises';

/** While writes succeed, a killed process loses the rows of this interval and of one flush. */
const FLUSH_INTERVAL_MS = 5_000;
/** Keeps a write to the embedded store short, because no request is answered during it. */
const MAX_ROWS_PER_WRITE = 100;
/** Between two writes, so that requests are answered. */
const PAUSE_MS = 20;

/** Writes the rows that requests have added, outside of the requests. */
export interface WriteBehind {
  /** Writes all waiting rows; those that fail go on waiting. Rejects with Unavailable. */
  flush(): Promise<void>;
  /** Stops the timer and flushes, without pauses. */
  close(): Promise<void>;
}

interface WriteBehindDependencies<Row> {
  /** The rows waiting now. Rows that come during a flush wait for the next, so that it ends. */
  listWaiting: () => readonly Row[];
  /** Writes these rows, which then no longer wait. Rejects with Unavailable. */
  write: (rows: readonly Row[]) => Promise<void>;
  /** Called for each failed flush of the timer. */
  onFault: (error: unknown) => void;
}

export function startWriteBehind<Row>(dependencies: WriteBehindDependencies<Row>): WriteBehind {
  const { listWaiting, write, onFault } = dependencies;
  let last: Promise<void> = Promise.resolve();
  let isWriting = false;
  let isClosing = false;
  // Skipped during a write: flushes would pile up when the store is slower than the interval.
  const timer = setInterval(() => {
    if (!isWriting) flush().catch(onFault);
  }, FLUSH_INTERVAL_MS).unref();

  /** One at a time: two at once would write the same rows. */
  function flush(): Promise<void> {
    last = last.catch(() => {}).then(writeWaiting);
    return last;
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    try {
      const rows = listWaiting();
      for (let from = 0; from < rows.length; from += MAX_ROWS_PER_WRITE) {
        if (from > 0) await (isClosing ? setImmediate() : setTimeout(PAUSE_MS));
        await write(rows.slice(from, from + MAX_ROWS_PER_WRITE));
      }
    } finally {
      isWriting = false;
    }
  }

  return {
    flush,
    async close() {
      clearInterval(timer);
      isClosing = true;
      await flush();
    },
  };
}
