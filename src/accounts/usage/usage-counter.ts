import { randomUUID } from 'node:crypto';
import { toDay, toEndOfDayMs } from '../../domain/time/time-zone.ts';
import {
  countRequests,
  type DayUsage,
  NO_REQUESTS,
  REQUEST_KINDS,
  type UsageCount,
} from '../../store/port/usage.ts';
import { startWriteBehind, type WriteBehind } from './write-behind.ts';

/** Accounts and days waiting to be written; further accounts are not counted. */
const MAX_WAITING = 100_000;

/** Counts requests and writes the counts later, in batches. */
export interface UsageCounter extends WriteBehind {
  /**
   * Counts an answer with this status as this number of requests (default: 1). A 5xx is not the
   * account's fault and is not counted.
   */
  note(accountId: string, status: number, requests?: number): void;
  /** Adds what waits to be written to the days of an account. */
  addWaiting(accountId: string, days: readonly DayUsage[]): DayUsage[];
}

interface UsageCounterDependencies {
  /** Adds a batch once, even if it is repeated after a write that failed but took effect. */
  add: (counts: readonly UsageCount[], batchId: string) => Promise<void>;
  /** Called with accounts that had refused requests, after their counts were added. */
  onLimited: (accountIds: readonly string[]) => Promise<void>;
  nowMs: () => number;
  /** Called for each failed flush of the timer, and for the first uncounted request after a write. */
  onFault: (error: unknown) => void;
}

interface Batch {
  id: string;
  counts: readonly UsageCount[];
}

export function createUsageCounter(dependencies: UsageCounterDependencies): UsageCounter {
  const { add, onLimited, nowMs, onFault } = dependencies;
  const today = createToday(nowMs);
  const waiting = new Map<string, UsageCount>();
  /** The batch whose write failed: it is not known whether it took effect. */
  let unsettled: Batch | null = null;
  let reachedLimit = false;

  /**
   * Sorted as the embedded store orders them, so that it writes each page once per batch. That
   * shortens a write, during which no request is answered, more than the sorting takes.
   */
  function listWaiting(): UsageCount[] {
    return [...waiting.keys()].sort().flatMap((key) => waiting.get(key) ?? []);
  }

  async function write(rows: readonly UsageCount[]): Promise<void> {
    // Unchanged, because parts that took effect would otherwise count twice.
    if (unsettled !== null) await addBatch(unsettled);
    // A copy, because the counters go on during the write.
    const counts = rows.filter((count) => countRequests(count) > 0).map((count) => ({ ...count }));
    if (counts.length === 0) return;
    unsettled = { id: randomUUID(), counts };
    await addBatch(unsettled);
    reachedLimit = false;
  }

  async function addBatch({ id, counts }: Batch): Promise<void> {
    await add(counts, id);
    settle();
    const limited = counts.filter((count) => count.limited > 0);
    if (limited.length === 0) return;
    // The counts are stored, so a fault here must not repeat them.
    await onLimited(limited.map(({ accountId }) => accountId)).catch(onFault);
  }

  function settle(): void {
    for (const written of unsettled?.counts ?? []) subtract(written);
    unsettled = null;
  }

  /** Keeps the requests that were counted during the write. */
  function subtract(written: UsageCount): void {
    const { accountId, day } = written;
    const key = toKey(accountId, day);
    const count = waiting.get(key);
    if (count === undefined) return;
    for (const kind of REQUEST_KINDS) count[kind] -= written[kind];
    if (countRequests(count) === 0) waiting.delete(key);
  }

  function findOrAdd(accountId: string): UsageCount | null {
    const day = today();
    const key = toKey(accountId, day);
    const known = waiting.get(key);
    if (known !== undefined) return known;
    if (waiting.size >= MAX_WAITING) return null;
    const count = { accountId, day, ...NO_REQUESTS };
    waiting.set(key, count);
    return count;
  }

  return {
    note(accountId, status, requests = 1) {
      if (status >= 500) return;
      const count = findOrAdd(accountId);
      if (count !== null) {
        if (status === 429) count.limited += requests;
        else if (status === 404) count.notFound += requests;
        else if (status >= 400) count.clientErrors += requests;
        else if (status === 304) count.notModified += requests;
        else count.ok += requests;
      } else if (!reachedLimit) {
        reachedLimit = true;
        onFault(new Error(`the counts of ${MAX_WAITING} accounts wait; more are not counted`));
      }
    },
    addWaiting: (accountId, days) =>
      days.map((one) => {
        const sum = { ...one };
        const count = waiting.get(toKey(accountId, one.day)) ?? NO_REQUESTS;
        for (const kind of REQUEST_KINDS) sum[kind] += count[kind];
        return sum;
      }),
    ...startWriteBehind({ listWaiting, write, onFault }),
  };
}

function toKey(accountId: string, day: string): string {
  return `${accountId} ${day}`;
}

/** The current day, computed once a day instead of for each request. */
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
