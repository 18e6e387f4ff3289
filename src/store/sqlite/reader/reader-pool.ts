import { Unavailable } from '../../../domain/errors.ts';
import type { OpenStaffReads, StaffReads } from '../../port/staff-reads.ts';
import type { ReadName, ReadRequest } from './messages.ts';
import { type ReaderProcess, startReader } from './reader-process.ts';

/** Two, so that one long read does not stop all staff; more would crowd the processors. */
const MAX_READERS = 2;
/** Reads that wait for a reader; one more is refused at once. */
const MAX_WAITING = 200;

const READ_NAMES: Readonly<Record<ReadName, true>> = {
  findCompanies: true,
  listCompanies: true,
  searchCompanies: true,
  listByPerson: true,
  findNamesakes: true,
  listFounded: true,
  listChanges: true,
  countCompanies: true,
  listAccounts: true,
  findAccounts: true,
  listAudit: true,
  listUsage: true,
  listImports: true,
  listRejects: true,
};

interface Job {
  request: ReadRequest;
  signal: AbortSignal;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

export interface ReaderPool {
  open: OpenStaffReads;
  close(): Promise<void>;
}

/**
 * Reads for staff in processes of their own, as one that runs can be ended only with its process:
 * where the signal says so while it runs, it is killed, and the next read starts another. `onDeath`
 * is told of each that could not start, or ended without that.
 */
export function createReaderPool(dataDir: string, onDeath: (error: Error) => void): ReaderPool {
  const idle: ReaderProcess[] = [];
  const waiting: Job[] = [];
  const all = new Set<ReaderProcess>();
  const starts = new Set<Promise<void>>();
  let size = 0;
  const closing = new AbortController();

  function submit(request: ReadRequest, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (closing.signal.aborted || waiting.length >= MAX_WAITING) {
      return Promise.reject(new Unavailable('too many reads for staff wait; try again'));
    }
    return new Promise((resolve, reject) => {
      const job: Job = { request, signal, resolve, reject };
      waiting.push(job);
      signal.addEventListener('abort', () => withdraw(job), { once: true });
      fill();
    });
  }

  function withdraw(job: Job): void {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    job.reject(job.signal.reason);
  }

  /** Gives what waits to readers that are idle, and starts one where there is room. */
  function fill(): void {
    while (waiting.length > 0 && idle.length > 0) {
      const reader = idle.pop();
      const job = waiting.shift();
      if (reader !== undefined && job !== undefined) void run(reader, job);
    }
    if (waiting.length > 0 && size < MAX_READERS && !closing.signal.aborted) {
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
      void reader.ended.then(() => forget(reader));
      idle.push(reader);
      fill();
    } catch (error) {
      size--;
      // Whoever waits is told; the next read tries again.
      for (const job of waiting.splice(0)) job.reject(error);
    }
  }

  function forget(reader: ReaderProcess): void {
    size--;
    all.delete(reader);
    const place = idle.indexOf(reader);
    if (place >= 0) idle.splice(place, 1);
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
    open: (signal) => {
      const names = Object.keys(READ_NAMES) as ReadName[];
      const toRead =
        (name: ReadName) =>
        (...args: unknown[]) =>
          submit({ name, args }, signal);
      return Object.fromEntries(names.map((name) => [name, toRead(name)])) as unknown as StaffReads;
    },
    async close() {
      closing.abort();
      await Promise.all(starts);
      await Promise.all(Array.from(all, (reader) => reader.ended));
    },
  };
}
