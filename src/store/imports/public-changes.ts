import { MAX_CHANGES_LIMIT } from '../../domain/company/public-changes.ts';
import { type CompanyWrites, MAX_RECORDS_PER_WRITE } from '../port/companies.ts';
import { type ImportRun, MAX_READ_RUNS } from '../port/imports.ts';
import {
  type ImportCollections,
  NEWEST_RUN_FIRST,
  type PublicChangeDocument,
} from '../port/layout.ts';
import type {
  ChangePage,
  ChangePosition,
  ChangeQuery,
  PublicChange,
  PublicChangeReads,
  RecordedChange,
} from '../port/public-changes.ts';

type Collections = Pick<ImportCollections, 'imports' | 'publicChanges'>;

/** The digits of a time, so that the order of texts is that of times until the year 33658. */
export const TIME_DIGITS = 15;

/**
 * The most changes that a page of watched companies looks up: one for each company in each import,
 * so those of 20 imports for 1,000 companies.
 */
const MAX_WATCH_LOOKUPS = 20_000;
/** The most look-ups in one query. */
const LOOKUPS_PER_QUERY = 1_000;

type CompanyPosition = Pick<RecordedChange, 'importMs' | 'idno'>;

export function createChangeReads(collections: Collections): PublicChangeReads {
  return { readChanges: (query) => readChangePage(collections, query) };
}

async function readChangePage(
  collections: Collections,
  { start, first, keptFromMs, watched }: ChangeQuery,
): Promise<ChangePage | null> {
  if (first > MAX_CHANGES_LIMIT) {
    throw new RangeError(`one page has at most ${MAX_CHANGES_LIMIT} changes, asked for ${first}`);
  }
  const runs = await listRuns(collections);
  const endMs = findEnd(runs, Number.MAX_SAFE_INTEGER);
  const end: ChangePosition = { importMs: endMs, idno: null };
  const position = findPosition(runs, start, end);
  if (position === null) return null;
  // Some changes of the position's own import may be left.
  const readMs = position.idno === null ? position.importMs : position.importMs - 1;
  const unread = runs.filter(({ startedAtMs: atMs }) => atMs > readMs && atMs <= endMs);
  if (unread.some((run) => hasLostChanges(run, keptFromMs))) return null;
  // One more than is returned tells whether there are others.
  const { found, reached } =
    watched === undefined
      ? { found: await listBetween(collections, position, end, first + 1), reached: null }
      : await lookUpChanges(collections, listPositions(unread, watched, position), first + 1);
  const last = found[first - 1];
  const next = found.length > first && last !== undefined ? last : reached;
  return {
    changes: found.slice(0, first).map(toPublicChange),
    start: position,
    next: next === null ? end : { importMs: next.importMs, idno: next.idno },
    more: next !== null,
  };
}

/** The newest MAX_READ_RUNS imports, in the order in which they began. */
async function listRuns({ imports }: Collections): Promise<ImportRun[]> {
  return (await imports.find({ ...NEWEST_RUN_FIRST, first: MAX_READ_RUNS })).reverse();
}

async function listBetween(
  { publicChanges }: Collections,
  after: ChangePosition,
  end: ChangePosition,
  first: number,
): Promise<RecordedChange[]> {
  const where = { id: { after: toChangeId(after), before: toChangeId(end) } };
  return (await publicChanges.find({ where, by: ['id'], first })).map(toRecordedChange);
}

/** Where the watched companies may have changes, one more than a page looks up. */
function listPositions(
  unread: readonly ImportRun[],
  watched: readonly string[],
  after: ChangePosition,
): CompanyPosition[] {
  const positions: CompanyPosition[] = [];
  for (const { startedAtMs: importMs } of unread) {
    for (const idno of watched) {
      if (importMs === after.importMs && idno <= (after.idno ?? '')) continue;
      positions.push({ importMs, idno });
      if (positions.length > MAX_WATCH_LOOKUPS) return positions;
    }
  }
  return positions;
}

/**
 * Looks up changes until there are `first`, so that the cost of a page does not depend on how many
 * changes other companies have. `reached`: the last position looked up, if MAX_WATCH_LOOKUPS did not
 * suffice.
 */
async function lookUpChanges(
  { publicChanges }: Collections,
  positions: readonly CompanyPosition[],
  first: number,
): Promise<{ found: RecordedChange[]; reached: CompanyPosition | null }> {
  const found: RecordedChange[] = [];
  const asked = positions.slice(0, MAX_WATCH_LOOKUPS);
  for (let from = 0; from < asked.length && found.length < first; from += LOOKUPS_PER_QUERY) {
    const ids = asked.slice(from, from + LOOKUPS_PER_QUERY).map(toChangeId);
    const changes = await publicChanges.getMany(ids);
    found.push(...changes.filter((change) => change !== null).map(toRecordedChange));
  }
  return { found, reached: positions.length > asked.length ? (asked.at(-1) ?? null) : null };
}

/** When the last completed import before a time began; 0 if there is none. */
function findEnd(runs: readonly ImportRun[], beforeMs: number): number {
  const isBefore = ({ outcome, startedAtMs }: ImportRun) =>
    outcome === 'completed' && startedAtMs < beforeMs;
  return runs.findLast(isBefore)?.startedAtMs ?? 0;
}

/** Whether an import wrote companies, but its changes are not stored or may be deleted. */
function hasLostChanges(run: ImportRun, keptFromMs: number): boolean {
  const hasWritten = run.outcome !== 'refused' && run.outcome !== 'running';
  return hasWritten && (run.startedAtMs < keptFromMs || !run.recordsChanges);
}

/**
 * Null for a position that is unknown or was lost with a restored backup, and for one from before the
 * first dump, whose companies are not among the changes.
 */
function findPosition(
  runs: readonly ImportRun[],
  start: ChangeQuery['start'],
  end: ChangePosition,
): ChangePosition | null {
  if (start === null) return end;
  const dumps = runs.filter(({ sample }) => !sample);
  const firstDump = dumps.find(({ kind, outcome }) => {
    return (kind === 'full' || kind === 'partial') && outcome === 'completed';
  });
  const firstMs = firstDump?.startedAtMs ?? 0;
  if ('from' in start) {
    const { from } = start;
    const run = dumps.find(({ outcome, dumpDate }) => {
      return outcome !== 'refused' && dumpDate !== null && dumpDate >= from;
    });
    if (run === undefined) return end;
    // After the completed import before it: changes of interrupted ones in between come with it.
    return { importMs: Math.max(findEnd(runs, run.startedAtMs), firstMs), idno: null };
  }
  const { importMs, idno } = start;
  if (importMs > end.importMs || importMs < firstMs) return null;
  // Only a completed import: one that was running when a backup was made lacks changes after it is
  // restored, and the client has read them.
  const isKnown =
    idno === null
      ? findEnd(runs, importMs + 1) === importMs
      : runs.some(({ startedAtMs }) => startedAtMs === importMs);
  return importMs === 0 || isKnown ? start : null;
}

function toPublicChange({ idno, kind, fields, cause, dataDate }: RecordedChange): PublicChange {
  return { idno, kind, fields, cause, dataDate };
}

/** See `ImportStore.tidyChanges`. */
export async function tidyChanges(
  collections: Collections,
  findRevisions: CompanyWrites['findRevisions'],
  beforeMs: number,
): Promise<void> {
  const { imports, publicChanges } = collections;
  // First, and whatever a server's clock says: no client may miss changes without an error.
  const isRecorded = { startedAtMs: { before: beforeMs }, recordsChanges: true };
  const max = MAX_RECORDS_PER_WRITE;
  await untilLess(max, () => imports.patchWhere(isRecorded, { recordsChanges: false }, max));
  const isOld = { id: { before: toChangeId({ importMs: beforeMs, idno: '' }) } };
  await untilLess(max, () => publicChanges.removeWhere(isOld, max));
  const completed = { where: { outcome: 'completed' }, ...NEWEST_RUN_FIRST, first: 1 };
  const [end] = await imports.find(completed);
  for (let after = toChangeId({ importMs: end?.startedAtMs ?? 0, idno: null }); ; ) {
    const where = { id: { after } };
    const found = await publicChanges.find({ where, by: ['id'], first: max });
    const last = found.at(-1);
    if (last === undefined) return;
    await publicChanges.removeWhere({ id: { in: await findUnwritten(found, findRevisions) } }, max);
    after = last.id;
  }
}

/** Repeats a write of at most `max` documents until it has written fewer. */
async function untilLess(max: number, write: () => Promise<number>): Promise<void> {
  while ((await write()) === max);
}

/** The ids of those whose company has not been written. */
async function findUnwritten(
  documents: readonly PublicChangeDocument[],
  findRevisions: CompanyWrites['findRevisions'],
): Promise<string[]> {
  const changes = documents.map(toRecordedChange);
  const revisions = await findRevisions(changes.map(({ idno }) => idno));
  return documents.flatMap(({ id, revision }, index) =>
    (revisions[index] ?? 0) >= revision ? [] : [id],
  );
}

/** The ids of an import's changes, of the companies after this IDNO. */
export function toChangeRange(importMs: number, afterIdno: string | null) {
  return {
    after: toChangeId({ importMs, idno: afterIdno ?? '' }),
    before: toChangeId({ importMs, idno: null }),
  };
}

/** Sorts as the changes do; the semicolon, after the colon, stands for the end of the import. */
function toChangeId({ importMs, idno }: ChangePosition): string {
  const time = String(importMs).padStart(TIME_DIGITS, '0');
  return idno === null ? `${time};` : `${time}:${idno}`;
}

/** The company of a change. */
export function readChangedIdno(id: string): string {
  return id.slice(TIME_DIGITS + 1);
}

export function toPublicChangeDocument(change: RecordedChange): PublicChangeDocument {
  const { importMs, idno, ...rest } = change;
  return { id: toChangeId(change), version: 0, ...rest };
}

export function toRecordedChange(document: PublicChangeDocument): RecordedChange {
  const { id, version, ...change } = document;
  return { importMs: Number(id.slice(0, TIME_DIGITS)), idno: readChangedIdno(id), ...change };
}
