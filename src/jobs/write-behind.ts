import { setImmediate, setTimeout } from 'node:timers/promises';

/** While the store takes its writes, a killed process loses what came in this time and one flush. */
const FLUSH_INTERVAL_MS = 5_000;
/** The embedded store takes 0.5 to 2 ms for so many, in which no request is answered. */
const MAX_ROWS_PER_WRITE = 100;
/** Requests that have come during a write are answered before the next one of its kind. */
const PAUSE_MS = 20;

/** Writes down what was noted of requests beside them, never during one. */
export interface WriteBehind {
  /** Writes all that waits; what can't be written waits on. Rejects with Unavailable. */
  flush(): Promise<void>;
  /** Stops the timer and flushes, without pauses. */
  close(): Promise<void>;
}

export interface WriteBehindDependencies<Row> {
  /** What waits now. What comes during a flush is left to the next: it would never end else. */
  listWaiting: () => readonly Row[];
  /** Writes these and forgets that they waited. Rejects with Unavailable. */
  write: (rows: readonly Row[]) => Promise<void>;
  /** Told of each flush by the timer that failed. */
  onFault: (error: unknown) => void;
}

export function startWriteBehind<Row>(dependencies: WriteBehindDependencies<Row>): WriteBehind {
  const { listWaiting, write, onFault } = dependencies;
  let last: Promise<void> = Promise.resolve();
  let isWriting = false;
  let isClosing = false;
  // Where the store is slower than the interval, flushes would gather behind each other.
  const timer = setInterval(() => {
    if (!isWriting) flush().catch(onFault);
  }, FLUSH_INTERVAL_MS).unref();

  /** One at a time: two at once would both write what waits. */
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
