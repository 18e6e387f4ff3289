import { randomUUID } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { cutSecrets } from '../domain/account/secret-texts.ts';
import { ImportRefusal } from '../domain/errors.ts';
import { RULES_VERSION } from '../domain/register/record.ts';
import { DUMP_KINDS, type ImportRun } from '../store/port/imports.ts';
import {
  type ImportContext,
  type ImportResult,
  type ImportStores,
  NO_PROGRESS,
  type Progress,
} from './context.ts';
import { DEFAULT_GUARDS, type Guards } from './dump/guards.ts';
import { type DumpWork, importDump } from './dump/import-dump.ts';
import { rederive } from './rederive.ts';
import { importSupplement } from './supplement/import-supplement.ts';
import { hashFile } from './table/source-file.ts';
import { openPublication } from './write-records.ts';

const SAMPLE = join(import.meta.dirname, '../../sample/company_2026.09.14.xlsx');

/** The newest runs: those among them that are still recorded as running were interrupted. */
const RECENT_RUNS = 100;
const INTERRUPTED_MESSAGE = 'the import process stopped before the import was complete';

export type ImportWork = DumpWork | { kind: 'supplement'; path: string } | { kind: 'rederive' };

export interface ImportRequest {
  store: ImportStores;
  work: ImportWork;
  /** For the strings of a workbook, and for the rows that wait to be written. */
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

export interface ImportSummary extends ImportResult {
  run: ImportRun;
  seconds: number;
  rowsPerSecond: number;
}

/**
 * Runs one import and records it in the store. If it ends early, for any reason, running it again
 * leads to the state that it would have led to. Throws ImportRefusal before the first write, and
 * Unavailable when the store fails.
 */
export async function runImport(request: ImportRequest): Promise<ImportSummary> {
  const { store, work, dryRun = false } = request;
  if (!dryRun && (await needsRederive(request))) await rederiveFirst(request);
  const recent = await store.imports.list(RECENT_RUNS);
  const nowMs = toOrderedClock(recent, request.nowMs);
  const startedAtMs = nowMs();
  const beganMs = performance.now();
  const run = createRun(work, startedAtMs);
  const record = async (known: Partial<ImportRun>) => {
    Object.assign(run, known);
    if (!dryRun) await store.imports.record(run);
  };
  if (!dryRun) await recordInterrupted(recent, startedAtMs, store);
  try {
    const file = 'path' in work ? await hashFile(work.path) : null;
    run.fileHash = file?.hash ?? null;
    const result = await runWork(work, {
      store,
      importId: run.id,
      publication: dryRun ? null : await openPublication(store, run),
      dryRun,
      nowMs: request.nowMs,
      guards: { ...DEFAULT_GUARDS, ...request.guards },
      temporaryFolder: request.temporaryFolder,
      progress: request.progress ?? NO_PROGRESS,
      signal: request.signal ?? null,
      begin: async (dumpDate) => {
        await file?.requireUnchanged();
        await record({ dumpDate });
      },
    });
    if (!dryRun) await store.companies.flush();
    const { counts, classificationId } = result;
    const { contents } = result.values;
    if (!dryRun && contents !== null) await store.imports.saveContents(run.id, contents);
    const seconds = (performance.now() - beganMs) / 1_000;
    await record({
      counts,
      classificationId,
      finishedAtMs: nowMs(),
      outcome: 'completed',
    });
    return { ...result, run, seconds, rowsPerSecond: Math.round(counts.read / seconds) };
  } catch (error) {
    await recordEnd(error);
    throw error;
  }

  /** The error matters more than a store that cannot record it. */
  async function recordEnd(error: unknown): Promise<void> {
    const outcome = request.signal?.aborted ? 'interrupted' : toOutcome(error);
    if (!dryRun) await store.companies.flush().catch(() => {});
    const message = toMessage(error, work);
    await record({ finishedAtMs: nowMs(), outcome, message }).catch(() => {});
  }
}

/**
 * Whether a dump comes after an import by other rules. Its unchanged rows would otherwise keep what
 * those rules read, and its changed ones would mix two causes.
 */
async function needsRederive({ store, work }: ImportRequest): Promise<boolean> {
  if (!('path' in work) || work.kind === 'supplement' || work.sample) return false;
  const kinds = [...DUMP_KINDS, 'rederive'] as const;
  const last = await store.imports.findLastRun({ kinds, sample: false });
  return last !== null && last.rulesVersion !== RULES_VERSION;
}

/** An import of its own, so that clients see what differs for this reason alone. */
async function rederiveFirst(request: ImportRequest): Promise<void> {
  const { progress = NO_PROGRESS } = request;
  progress.note('this version reads rows by new rules: the stored rows are read again first');
  const { counts } = await runImport({ ...request, work: { kind: 'rederive' } });
  progress.note(`${counts.changed} of ${counts.read} stored companies differ by the new rules`);
}

/** Fills a store that has no companies with the bundled synthetic ones. */
export async function importSample(store: ImportStores, temporaryFolder: string): Promise<void> {
  const work: ImportWork = { kind: 'full', path: SAMPLE, sample: true };
  await runImport({ store, work, temporaryFolder, nowMs: () => Date.now() });
}

/** Records an import that ended before its file was there. Throws if the store fails. */
export async function recordFailedFetch(
  request: Pick<ImportRequest, 'store' | 'work' | 'nowMs' | 'signal'>,
  error: unknown,
): Promise<void> {
  const { store, work } = request;
  const recent = await store.imports.list(RECENT_RUNS);
  const nowMs = toOrderedClock(recent, request.nowMs);
  const run = createRun(work, nowMs());
  await recordInterrupted(recent, run.startedAtMs, store);
  const outcome = request.signal?.aborted ? 'interrupted' : toOutcome(error);
  const message = toMessage(error, work);
  await store.imports.record({ ...run, outcome, message, finishedAtMs: nowMs() });
}

/** Records that the address of a completed import still has its file. Throws if the store fails. */
export async function recordUnchanged(
  { store, nowMs }: Pick<ImportRequest, 'store' | 'nowMs'>,
  run: ImportRun,
): Promise<void> {
  const recent = await store.imports.list(RECENT_RUNS);
  await store.imports.record({ ...run, unchangedAtMs: toOrderedClock(recent, nowMs)() });
}

async function runWork(work: ImportWork, context: ImportContext): Promise<ImportResult> {
  if (work.kind === 'rederive') return await rederive(context);
  if (work.kind === 'supplement') return await importSupplement(work.path, context);
  return await importDump(work, context);
}

/**
 * The clock, but never before the last recorded import, nor before itself: guards compare with the
 * latest import, so a clock that was ahead must not keep an earlier one in its place.
 */
function toOrderedClock([last]: readonly ImportRun[], nowMs: () => number): () => number {
  let latestMs = last === undefined ? 0 : Math.max(last.startedAtMs, last.finishedAtMs ?? 0) + 1;
  return () => {
    latestMs = Math.max(latestMs, nowMs());
    return latestMs;
  };
}

/** One import runs at a time: the process of another that is recorded as running has died. */
async function recordInterrupted(
  recent: readonly ImportRun[],
  finishedAtMs: number,
  { imports }: ImportStores,
): Promise<void> {
  for (const run of recent.filter(({ outcome }) => outcome === 'running')) {
    const message = INTERRUPTED_MESSAGE;
    await imports.record({ ...run, finishedAtMs, outcome: 'interrupted', message });
  }
}

function createRun(work: ImportWork, startedAtMs: number): ImportRun {
  return {
    id: randomUUID(),
    kind: work.kind,
    fileName: 'path' in work ? cutSecrets(basename(work.path)) : '',
    fileHash: null,
    source: ('source' in work && work.source) || null,
    dumpDate: null,
    classificationId: null,
    sample: 'sample' in work && work.sample === true,
    startedAtMs,
    finishedAtMs: null,
    unchangedAtMs: null,
    outcome: 'running',
    message: null,
    counts: null,
    rulesVersion: RULES_VERSION,
    recordsChanges: true,
  };
}

/** One line for staff, without the folders of this machine. */
function toMessage(error: unknown, work: ImportWork): string {
  let message = error instanceof Error ? error.message : String(error);
  const paths = 'path' in work ? [resolve(work.path), work.path] : [];
  if (error instanceof Error && 'path' in error) paths.push(String(error.path));
  for (const path of paths) {
    if (path !== '') message = message.replaceAll(path, basename(path));
  }
  return cutSecrets(message.replace(/\s+/g, ' '));
}

function toOutcome(error: unknown): 'refused' | 'failed' {
  return error instanceof ImportRefusal ? 'refused' : 'failed';
}
