import type { Company } from '../../domain/company/company.ts';
import {
  type ChangeCause,
  type ChangeKind,
  MAX_CHANGES_LIMIT,
} from '../../domain/company/public-changes.ts';

/*
 * Changes of companies for clients of the API, without the values. An import writes them together
 * with its companies under the time at which it began. They are read once it or a later import has
 * completed: all at once, and those of an interrupted import with the next completed one. Imports
 * run one at a time and begin at ever later times, so nothing is added behind a place that was read.
 */

/** One change of a company. An import has at most one of each company. */
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
  /** Of the company with the change; of a removal that which it keeps. */
  revision: number;
}

/** A cursor's position: behind the change of one company, or with null behind the whole import. */
export interface ChangePlace {
  importMs: number;
  idno: string | null;
}

export interface ChangeQuery {
  /**
   * A place; a date: before the dumps of that day and later, without the first of all, which makes
   * no changes; null: the present.
   */
  start: ChangePlace | { from: string } | null;
  /** At most MAX_CHANGES_LIMIT. */
  first: number;
  /** Changes of imports that began before may be deleted. */
  keptFromMs: number;
}

export interface ChangePage {
  /** Oldest first, those of one import by IDNO. */
  changes: PublicChange[];
  /** The place behind them. */
  next: ChangePlace;
  /** Whether others are there already. */
  more: boolean;
}

/** Rejects with Unavailable. */
export interface PublicChangeReads {
  /**
   * Null if not all changes after the start are kept, if the place is before the first dump, or if
   * the store does not know the place.
   */
  readChanges(query: ChangeQuery): Promise<ChangePage | null>;
}

/** The queries of which a page is made. Times are those at which imports began. */
export interface ChangeSource {
  /** The last completed import before a time; 0 if there is none. */
  findEnd(beforeMs: number): Promise<number>;
  /** Whether an import began exactly then. */
  hasImport(atMs: number): Promise<boolean>;
  /** The first import of a dump of this day or later, not the bundled sample and not refused. */
  findFirstFrom(date: string): Promise<number | null>;
  /** The first completed import of a dump, not the bundled sample; 0 if there is none. */
  findFirstDump(): Promise<number>;
  /**
   * Whether an import that began after `afterMs`, and not after `endMs`, wrote companies and its
   * changes are not there (`ImportRun.recordsChanges`), or it began before `keptFromMs`.
   */
  hasLost(afterMs: number, endMs: number, keptFromMs: number): Promise<boolean>;
  /** Changes after a place, not after the import of `endMs`. */
  list(after: ChangePlace, endMs: number, first: number): Promise<RecordedChange[]>;
}

/** See `PublicChangeReads.readChanges`. */
export async function readPage(
  source: ChangeSource,
  { start, first, keptFromMs }: ChangeQuery,
): Promise<ChangePage | null> {
  if (first > MAX_CHANGES_LIMIT) {
    throw new RangeError(`one page has at most ${MAX_CHANGES_LIMIT} changes, asked for ${first}`);
  }
  const endMs = await source.findEnd(Number.MAX_SAFE_INTEGER);
  const end: ChangePlace = { importMs: endMs, idno: null };
  const place = await findPlace(source, start, end);
  if (place === null) return null;
  // Some changes of the place's own import may be left.
  const readMs = place.idno === null ? place.importMs : place.importMs - 1;
  if (await source.hasLost(readMs, endMs, keptFromMs)) return null;
  // One more than is returned tells whether there are others.
  const found = await source.list(place, endMs, first + 1);
  const last = found[first - 1];
  const more = found.length > first && last !== undefined;
  const next = more ? { importMs: last.importMs, idno: last.idno } : end;
  return { changes: found.slice(0, first).map(toPublicChange), next, more };
}

/**
 * Null for a position that is unknown or was lost with a restored backup, and for one from before the
 * first dump, whose companies are not among the changes.
 */
async function findPlace(
  source: ChangeSource,
  start: ChangeQuery['start'],
  end: ChangePlace,
): Promise<ChangePlace | null> {
  if (start === null) return end;
  if ('from' in start) {
    const firstMs = await source.findFirstFrom(start.from);
    if (firstMs === null) return end;
    // Behind the completed import before: changes of interrupted ones in between come with it.
    const beforeMs = await source.findEnd(firstMs);
    return { importMs: Math.max(beforeMs, await source.findFirstDump()), idno: null };
  }
  const isKnown = start.importMs <= end.importMs && (await isPlace(source, start));
  return isKnown ? start : null;
}

async function isPlace(source: ChangeSource, { importMs, idno }: ChangePlace): Promise<boolean> {
  if (importMs < (await source.findFirstDump())) return false;
  if (importMs === 0) return true;
  if (idno !== null) return await source.hasImport(importMs);
  // Only a completed import: one that was running when a backup was made lacks changes after it is
  // restored, and the client has read them.
  return (await source.findEnd(importMs + 1)) === importMs;
}

function toPublicChange({ idno, kind, fields, cause, dataDate }: RecordedChange): PublicChange {
  return { idno, kind, fields, cause, dataDate };
}
