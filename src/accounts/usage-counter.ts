import { toDay, toEndOfDayMs } from '../domain/time-zone.ts';
import { MAX_COUNTS_PER_WRITE, type UsageCount } from '../store/usage-store.ts';

/** A killed process loses no more than the counts of this and one write. */
const FLUSH_INTERVAL_MS = 5_000;
/** Accounts and days that wait to be written; a request beyond them is lost to the count. */
const MAX_WAITING = 100_000;

/** Counts requests beside them, and writes the counts down in batches. */
export interface UsageCounter {
  /** An answer with this status. A 5xx is no doing of the account's, and is not counted. */
  note(accountId: string, status: number): void;
  /** Writes all that waits; what can't be written waits on. Rejects with Unavailable. */
  flush(): Promise<void>;
  /** Stops the timer and flushes. */
  close(): Promise<void>;
}

export interface UsageCounterDependencies {
  add: (counts: readonly UsageCount[]) => Promise<void>;
  nowMs: () => number;
  /** Told of each flush by the timer that failed, and of the first request lost since a flush. */
  onFault: (error: unknown) => void;
}

export function createUsageCounter(dependencies: UsageCounterDependencies): UsageCounter {
  const { add, nowMs, onFault } = dependencies;
  const today = createToday(nowMs);
  const waiting = new Map<string, UsageCount>();
  let flushing: Promise<void> = Promise.resolve();
  let isFull = false;
  const timer = setInterval(() => flush().catch(onFault), FLUSH_INTERVAL_MS).unref();

  /** One at a time: two at once would both write what waits. */
  function flush(): Promise<void> {
    flushing = flushing.catch(() => {}).then(writeWaiting);
    return flushing;
  }

  /** What waits at its start: with requests coming in all the time it would never end else. */
  async function writeWaiting(): Promise<void> {
    const all = [...waiting.values()];
    for (let from = 0; from < all.length; from += MAX_COUNTS_PER_WRITE) {
      const batch = all.slice(from, from + MAX_COUNTS_PER_WRITE);
      const counts = batch.map((count) => ({ ...count }));
      await add(counts);
      for (const written of counts) settle(written);
      isFull = false;
      // Requests come in between two batches.
      await new Promise((resume) => setImmediate(resume));
    }
  }

  /** Leaves what was noted while it was being written. */
  function settle({ accountId, day, ok, clientErrors, limited }: UsageCount): void {
    const key = toKey(accountId, day);
    const count = waiting.get(key);
    if (count === undefined) return;
    count.ok -= ok;
    count.clientErrors -= clientErrors;
    count.limited -= limited;
    if (count.ok + count.clientErrors + count.limited === 0) waiting.delete(key);
  }

  function open(accountId: string): UsageCount | null {
    const day = today();
    const key = toKey(accountId, day);
    const known = waiting.get(key);
    if (known !== undefined) return known;
    if (waiting.size >= MAX_WAITING) return null;
    const count = { accountId, day, ok: 0, clientErrors: 0, limited: 0 };
    waiting.set(key, count);
    return count;
  }

  return {
    note(accountId, status) {
      if (status >= 500) return;
      const count = open(accountId);
      if (count !== null) {
        if (status === 429) count.limited++;
        else if (status >= 400) count.clientErrors++;
        else count.ok++;
      } else if (!isFull) {
        isFull = true;
        onFault(new Error(`the counts of ${MAX_WAITING} accounts wait; more are not counted`));
      }
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function toKey(accountId: string, day: string): string {
  return `${day} ${accountId}`;
}

/** The day of an instant takes a microsecond to work out: once a day is often enough. */
function createToday(nowMs: () => number): () => string {
  let day = '';
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  return () => {
    const atMs = nowMs();
    if (atMs < fromMs || atMs >= toMs) {
      day = toDay(atMs);
      fromMs = atMs;
      toMs = toEndOfDayMs(day);
    }
    return day;
  };
}
