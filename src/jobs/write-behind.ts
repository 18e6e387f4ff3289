import { randomUUID } from 'node:crypto';
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
  /** Hands over the rows that have come since the last call. */
  take: () => readonly Row[];
  /**
   * Writes a batch. After a failure the same rows come again under the same id, before any others,
   * because the batch may have been stored. Rejects with Unavailable.
   */
  write: (rows: readonly Row[], batchId: string) => Promise<void>;
  /** Called with the rows of a batch once they no longer wait. Never rejects. */
  onWritten?: (rows: readonly Row[]) => Promise<void> | void;
  /** Called for each failed flush of the timer. */
  onFault: (error: unknown) => void;
}

export function startWriteBehind<Row>(dependencies: WriteBehindDependencies<Row>) {
  const { take, write, onWritten, onFault } = dependencies;
  let taken: readonly Row[] = [];
  let batchId = randomUUID();
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
      // Left by a flush that failed.
      await writeTaken();
      // Rows that come during a flush wait for the next, so that it ends.
      taken = take();
      await writeTaken();
    } finally {
      isWriting = false;
    }
  }

  async function writeTaken(): Promise<void> {
    while (taken.length > 0) {
      const rows = taken.slice(0, MAX_ROWS_PER_WRITE);
      await write(rows, batchId);
      taken = taken.slice(MAX_ROWS_PER_WRITE);
      batchId = randomUUID();
      await onWritten?.(rows);
      if (taken.length > 0) await (isClosing ? setImmediate() : setTimeout(PAUSE_MS));
    }
  }

  return {
    /** The rows that were taken and whose write has not succeeded yet. */
    listTaken: () => taken,
    flush,
    async close() {
      clearInterval(timer);
      isClosing = true;
      await flush();
    },
  };
}
