import { Unavailable } from '../../../domain/errors.ts';
import type { CallRequest } from '../../../worker/calls.ts';
import type { QueryReading } from '../../query-reads.ts';
import { type ReaderProcess, startReader } from './reader-process.ts';
import { createReads } from './reader-reads.ts';

/** The most reads that wait for a reader; further ones are rejected at once. */
export const MAX_WAITING = 200;

export interface PoolLimits {
  /** The most processes, each of which runs one read at a time. */
  maxReaders: number;
  /**
   * A read that has waited for others for longer is rejected instead of run: with little of its
   * time left it would be killed with its process, and further ones would wait for another.
   */
  maxWaitMs: number;
}

/** Separate pools, so that none waits for another. */
export const READER_POOLS = {
  /**
   * Two, so that one long read does not block all staff; more would take processor time from the
   * API.
   */
  staff: { maxReaders: 2, maxWaitMs: 5_000 },
  /** `src/answers/limited-reads.ts` limits how many of these reads wait. */
  search: { maxReaders: 1, maxWaitMs: 1_000 },
  /** At most one read waits for each webhook that is being delivered to. */
  webhooks: { maxReaders: 1, maxWaitMs: 4_000 },
} as const satisfies Readonly<Record<string, PoolLimits>>;

interface Job {
  request: CallRequest;
  /** When it began to wait for other reads. */
  sinceMs: number;
  signal: AbortSignal;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Runs reads in child processes, since a query of node:sqlite can only be stopped by
 * killing its process: when the signal aborts a running read its process is killed, and the next
 * read starts another. `onDeath` is called for each process that could not start or died.
 */
export function createReaderPool(
  dataDir: string,
  { maxReaders, maxWaitMs }: PoolLimits,
  onDeath: (error: Error) => void,
): QueryReading {
  const idle: ReaderProcess[] = [];
  const waiting: Job[] = [];
  const all = new Set<ReaderProcess>();
  const starts = new Set<Promise<void>>();
  let size = 0;
  const closing = new AbortController();

  function submit(request: CallRequest, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (closing.signal.aborted || waiting.length >= MAX_WAITING) {
      return Promise.reject(new Unavailable('too many reads are waiting; try again'));
    }
    return new Promise((resolve, reject) => {
      const job: Job = { request, sinceMs: performance.now(), signal, resolve, reject };
      waiting.push(job);
      signal.addEventListener('abort', () => withdraw(job), { once: true });
      fill();
    });
  }

  function withdraw(job: Job): void {
    const index = waiting.indexOf(job);
    if (index >= 0) waiting.splice(index, 1);
    job.reject(job.signal.reason);
  }

  /** Gives waiting reads to idle readers, and starts a reader if fewer than `maxReaders` run. */
  function fill(): void {
    while (waiting.length > 0 && idle.length > 0) {
      const job = waiting.shift();
      if (job === undefined) break;
      if (performance.now() - job.sinceMs > maxWaitMs) {
        job.reject(new Unavailable('a read waited too long for others; try again'));
        continue;
      }
      const reader = idle.pop();
      if (reader !== undefined) void run(reader, job);
    }
    if (waiting.length > 0 && size < maxReaders && !closing.signal.aborted) {
      const started = start();
      starts.add(started);
      void started.then(() => starts.delete(started));
    }
  }

  async function start(): Promise<void> {
    size++;
    try {
      const reader = await startReader(dataDir, { closing: closing.signal, onDeath });
      all.add(reader);
      void reader.ended.then(() => remove(reader));
      // Until now they waited for the reader.
      for (const job of waiting) job.sinceMs = performance.now();
      idle.push(reader);
      fill();
    } catch (error) {
      size--;
      // All waiting reads fail; the next read tries to start a reader again.
      for (const job of waiting.splice(0)) job.reject(error);
    }
  }

  function remove(reader: ReaderProcess): void {
    size--;
    all.delete(reader);
    const index = idle.indexOf(reader);
    if (index >= 0) idle.splice(index, 1);
    fill();
  }

  async function run(reader: ReaderProcess, { request, signal, resolve, reject }: Job) {
    signal.addEventListener('abort', reader.kill, { once: true });
    try {
      resolve(await reader.read(request));
    } catch (error) {
      reject(signal.aborted ? signal.reason : error);
    } finally {
      signal.removeEventListener('abort', reader.kill);
      if (all.has(reader) && !signal.aborted) idle.push(reader);
      fill();
    }
  }

  return {
    open: (signal) => createReads(submit, signal),
    async close() {
      closing.abort();
      await Promise.all(starts);
      await Promise.all(Array.from(all, (reader) => reader.ended));
    },
  };
}
