import type { Company } from '../../domain/company/company.ts';
import {
  type ChangeCause,
  type ChangeKind,
  MAX_CHANGES_LIMIT,
} from '../../domain/company/public-changes.ts';
import type { ImportRun } from './imports.ts';

/*
 * Changes of companies for clients of the API, without the values. An import writes them together
 * with its companies under the time at which it began. They are read once it or a later import has
 * completed: all at once, and those of an interrupted import with the next completed one. Imports
 * run one at a time and begin at ever later times, so no change is added before a position that a
 * client has reached.
 */

/** One change of a company. An import has at most one for each company. */
export interface PublicChange {
  idno: string;
  kind: ChangeKind;
  /** The served fields that differ; empty but for `updated`. */
  fields: readonly (keyof Company)[];
  cause: ChangeCause;
  /** The date of the dump that was served with it, `YYYY-MM-DD`. */
  dataDate: string;
}

export interface RecordedChange extends PublicChange {
  /** When its import began (`ImportRun.startedAtMs`). */
  importMs: number;
  /** The revision that the change gave the company; a removal keeps the revision. */
  revision: number;
}

/** A cursor's position: after the change of one company, or with null after the whole import. */
export interface ChangePosition {
  importMs: number;
  idno: string | null;
}

export interface ChangeQuery {
  /**
   * A position; a date: begins with the dumps of that day and later, except the first of all, which
   * makes no changes; null: the end of the changes.
   */
  start: ChangePosition | { from: string } | null;
  /** At most MAX_CHANGES_LIMIT. */
  first: number;
  /** Changes of imports that began before may be deleted. */
  keptFromMs: number;
  /** Only changes of the companies with these IDNOs, ascending; by default of all companies. */
  watched?: readonly string[];
}

export interface ChangePage {
  /** Oldest first, those of one import by IDNO. */
  changes: PublicChange[];
  /** The position after them. */
  next: ChangePosition;
  /**
   * Whether there are more changes now. A page of watched companies may have fewer changes than
   * asked for, or none, although there are more: see MAX_WATCH_LOOKUPS.
   */
  more: boolean;
}

/** Rejects with Unavailable. */
export interface PublicChangeReads {
  /**
   * Null if not all changes after the start are kept, if the position is before the first dump, or
   * if the store does not know it.
   */
  readChanges(query: ChangeQuery): Promise<ChangePage | null>;
}

/** The most imports that a page of changes considers: with one a day, those of 27 years. */
export const MAX_CHANGE_RUNS = 10_000;

/**
 * The most changes that a page of watched companies looks up: one for each company in each import,
 * so those of 20 imports for 1,000 companies.
 */
const MAX_WATCH_LOOKUPS = 20_000;
/** The most look-ups in one query. */
const LOOKUPS_PER_QUERY = 1_000;

/** The fields of an import that a page of changes needs. */
export type ChangeRun = Pick<
  ImportRun,
  'startedAtMs' | 'kind' | 'outcome' | 'sample' | 'dumpDate' | 'recordsChanges'
>;

/** The store's queries from which a page is made. */
export interface ChangeSource {
  /** The newest MAX_CHANGE_RUNS imports, in the order in which they began. */
  listRuns(): Promise<ChangeRun[]>;
  /** Changes after a position, not after the import of `endMs`. */
  list(after: ChangePosition, endMs: number, first: number): Promise<RecordedChange[]>;
  /** The changes that are exactly at these positions, ascending; at most LOOKUPS_PER_QUERY. */
  listAt(positions: readonly CompanyPosition[]): Promise<RecordedChange[]>;
}

type CompanyPosition = Pick<RecordedChange, 'importMs' | 'idno'>;

export function createPublicChangeReads(source: ChangeSource): PublicChangeReads {
  return { readChanges: (query) => readChangePage(source, query) };
}

async function readChangePage(
  source: ChangeSource,
  { start, first, keptFromMs, watched }: ChangeQuery,
): Promise<ChangePage | null> {
  if (first > MAX_CHANGES_LIMIT) {
    throw new RangeError(`one page has at most ${MAX_CHANGES_LIMIT} changes, asked for ${first}`);
  }
  const runs = await source.listRuns();
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
      ? { found: await source.list(position, endMs, first + 1), reached: null }
      : await lookUpChanges(source, listPositions(unread, watched, position), first + 1);
  const last = found[first - 1];
  const next = found.length > first && last !== undefined ? last : reached;
  return {
    changes: found.slice(0, first).map(toPublicChange),
    next: next === null ? end : { importMs: next.importMs, idno: next.idno },
    more: next !== null,
  };
}

/** Where the watched companies may have changes, one more than a page looks up. */
function listPositions(
  unread: readonly ChangeRun[],
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
  { listAt }: ChangeSource,
  positions: readonly CompanyPosition[],
  first: number,
): Promise<{ found: RecordedChange[]; reached: CompanyPosition | null }> {
  const found: RecordedChange[] = [];
  const asked = positions.slice(0, MAX_WATCH_LOOKUPS);
  for (let from = 0; from < asked.length && found.length < first; from += LOOKUPS_PER_QUERY) {
    found.push(...(await listAt(asked.slice(from, from + LOOKUPS_PER_QUERY))));
  }
  return { found, reached: positions.length > asked.length ? (asked.at(-1) ?? null) : null };
}

/** When the last completed import before a time began; 0 if there is none. */
function findEnd(runs: readonly ChangeRun[], beforeMs: number): number {
  const isBefore = ({ outcome, startedAtMs }: ChangeRun) =>
    outcome === 'completed' && startedAtMs < beforeMs;
  return runs.findLast(isBefore)?.startedAtMs ?? 0;
}

/** Whether an import wrote companies, but its changes are not stored or may be deleted. */
function hasLostChanges(run: ChangeRun, keptFromMs: number): boolean {
  const hasWritten = run.outcome !== 'refused' && run.outcome !== 'running';
  return hasWritten && (run.startedAtMs < keptFromMs || !run.recordsChanges);
}

/**
 * Null for a position that is unknown or was lost with a restored backup, and for one from before the
 * first dump, whose companies are not among the changes.
 */
function findPosition(
  runs: readonly ChangeRun[],
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
