import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { cutKeys } from '../domain/account/api-key.ts';
import { ImportRefusal } from '../domain/errors.ts';
import type { ImportRun } from '../store/port/imports.ts';
import type { ImportStores } from './context.ts';
import { DEFAULT_MAX_REJECTS, DEFAULT_MIN_RATIO, type Guards } from './dump/guards.ts';
import { NO_PROGRESS, type Progress } from './progress.ts';
import { hashFile } from './table/source-file.ts';
import { type Done, type ImportWork, runWork } from './work.ts';

export interface ImportRequest {
  store: ImportStores;
  work: ImportWork;
  /** Where a workbook's strings are kept while it is read. */
  temporaryFolder: string;
  guards?: Partial<Guards>;
  /** Reads and reports, and writes nothing. */
  dryRun?: boolean;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  progress?: Progress;
  /** Ends the import between two batches. */
  signal?: AbortSignal;
}

export interface ImportSummary extends Done {
  run: ImportRun;
  seconds: number;
  rowsPerSecond: number;
}

/**
 * Runs one import from its beginning to its end and records it in the store. Whatever ends it
 * early, running it again leads to the state that it would have led to. Throws ImportRefusal or
 * FileFault before the first write, Unavailable when the store fails.
 */
export async function runImport(request: ImportRequest): Promise<ImportSummary> {
  const { store, work, dryRun = false } = request;
  const nowMs = await toOrderedClock(request);
  const startedAtMs = nowMs();
  const beganMs = request.nowMs();
  const run = createRun(work, startedAtMs);
  const record = async (known: Partial<ImportRun>) => {
    Object.assign(run, known);
    if (!dryRun) await store.imports.record(run);
  };
  if (!dryRun) await store.imports.markInterrupted(startedAtMs);
  try {
    if ('path' in work) run.fileHash = await hashFile(work.path);
    const done = await runWork(work, {
      store,
      importId: run.id,
      dryRun,
      progress: request.progress ?? NO_PROGRESS,
      signal: request.signal ?? null,
      temporaryFolder: request.temporaryFolder,
      guards: toGuards(request.guards),
      begin: (dumpDate) => record({ dumpDate }),
    });
    if (!dryRun) await store.companies.flush();
    const { counts, classificationId } = done;
    await record({ counts, classificationId, finishedAtMs: nowMs(), outcome: 'completed' });
    const seconds = (request.nowMs() - beganMs) / 1_000;
    return { ...done, run, seconds, rowsPerSecond: Math.round(counts.read / (seconds || 1)) };
  } catch (error) {
    await recordEnd(error);
    throw error;
  }

  /** The reason counts more than a store that can't record it. */
  async function recordEnd(error: unknown): Promise<void> {
    const outcome = request.signal?.aborted ? 'interrupted' : toOutcome(error);
    if (!dryRun) await store.companies.flush().catch(() => {});
    const message = toMessage(error, work);
    await record({ finishedAtMs: nowMs(), outcome, message }).catch(() => {});
  }
}

/**
 * The clock, but after all imports that are recorded: the last one is what the next is compared
 * with, so a clock that was ahead must not keep an earlier one in its place.
 */
async function toOrderedClock({ store, nowMs }: ImportRequest): Promise<() => number> {
  const [last] = await store.imports.list(1);
  const firstMs = last === undefined ? 0 : Math.max(last.startedAtMs, last.finishedAtMs ?? 0) + 1;
  return () => Math.max(nowMs(), firstMs);
}

function createRun(work: ImportWork, startedAtMs: number): ImportRun {
  return {
    id: randomUUID(),
    kind: work.kind,
    fileName: 'path' in work ? cutKeys(basename(work.path)) : '',
    fileHash: null,
    dumpDate: null,
    classificationId: null,
    sample: 'sample' in work && work.sample === true,
    startedAtMs,
    finishedAtMs: null,
    outcome: 'running',
    message: null,
    counts: null,
  };
}

/** For staff, whom the folders of this machine do not concern. */
function toMessage(error: unknown, work: ImportWork): string {
  const text = error instanceof Error ? error.message : String(error);
  const named = 'path' in work ? text.replaceAll(work.path, basename(work.path)) : text;
  const path = error instanceof Error && 'path' in error ? String(error.path) : '';
  const message = path === '' ? named : named.replaceAll(path, basename(path));
  return cutKeys(message.replace(/\s+/g, ' '));
}

function toGuards(given: Partial<Guards> = {}): Guards {
  return {
    minRatio: given.minRatio ?? DEFAULT_MIN_RATIO,
    maxRejects: given.maxRejects ?? DEFAULT_MAX_REJECTS,
    allowOlder: given.allowOlder ?? false,
  };
}

function toOutcome(error: unknown): 'refused' | 'failed' {
  return error instanceof ImportRefusal ? 'refused' : 'failed';
}
