import { randomUUID } from 'node:crypto';
import { toDay, toEndOfDayMs } from '../domain/time/time-zone.ts';
import type { UsageCount } from '../store/port/usage.ts';
import { startWriteBehind, type WriteBehind } from './write-behind.ts';

/** Accounts and days that wait to be written; a request beyond them is lost to the count. */
const MAX_WAITING = 100_000;

/** Counts requests, and writes the counts down beside them. */
export interface UsageCounter extends WriteBehind {
  /** An answer with this status. A 5xx is no doing of the account's, and is not counted. */
  note(accountId: string, status: number): void;
}

export interface UsageCounterDependencies {
  /** Counts a batch once, also one that was rejected, arrived all the same, and is offered again. */
  add: (counts: readonly UsageCount[], batchId: string) => Promise<void>;
  nowMs: () => number;
  /** Told of each flush by the timer that failed, and of the first request lost since a write. */
  onFault: (error: unknown) => void;
}

export function createUsageCounter(dependencies: UsageCounterDependencies): UsageCounter {
  const { add, nowMs, onFault } = dependencies;
  const today = createToday(nowMs);
  const waiting = new Map<string, UsageCount>();
  /** The batch whose write was rejected: whether it arrived is not known. */
  let unsettled: { id: string; counts: readonly UsageCount[] } | null = null;
  let isFull = false;

  /**
   * In the order in which the embedded store keeps them: it writes a page once for all its counts
   * of a batch, which takes a third of the time, and no request is answered meanwhile. To sort
   * 24,000 takes some 10 ms, MAX_WAITING some 40.
   */
  function listWaiting(): UsageCount[] {
    return [...waiting.keys()].sort().flatMap((key) => waiting.get(key) ?? []);
  }

  async function write(rows: readonly UsageCount[]): Promise<void> {
    // As it was, or what had arrived of it would count twice.
    if (unsettled !== null) await add(unsettled.counts, unsettled.id);
    settle();
    // As they are now: they count on while they are being written.
    const counts = rows.filter((count) => toTotal(count) > 0).map((count) => ({ ...count }));
    if (counts.length === 0) return;
    unsettled = { id: randomUUID(), counts };
    await add(counts, unsettled.id);
    settle();
    isFull = false;
  }

  function settle(): void {
    for (const written of unsettled?.counts ?? []) subtract(written);
    unsettled = null;
  }

  /** Leaves what was noted while it was being written. */
  function subtract({ accountId, day, ok, clientErrors, limited }: UsageCount): void {
    const key = toKey(accountId, day);
    const count = waiting.get(key);
    if (count === undefined) return;
    count.ok -= ok;
    count.clientErrors -= clientErrors;
    count.limited -= limited;
    if (toTotal(count) === 0) waiting.delete(key);
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
    ...startWriteBehind({ listWaiting, write, onFault }),
  };
}

function toTotal({ ok, clientErrors, limited }: UsageCount): number {
  return ok + clientErrors + limited;
}

function toKey(accountId: string, day: string): string {
  return `${accountId} ${day}`;
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
