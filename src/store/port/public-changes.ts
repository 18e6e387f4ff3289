import type { Company } from '../../domain/company/company.ts';
import type { ChangeCause, ChangeKind } from '../../domain/company/public-changes.ts';

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
  /** The revision that the change gave the company. */
  revision: number;
}

/** A cursor's position: after the change of one company, or with null after the whole import. */
export interface ChangePosition {
  importMs: number;
  idno: string | null;
}

/** Whether a position comes before another. */
export function isBefore(one: ChangePosition, other: ChangePosition): boolean {
  if (one.importMs !== other.importMs) return one.importMs < other.importMs;
  return one.idno !== null && (other.idno === null || one.idno < other.idno);
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
  /** The position before them. */
  start: ChangePosition;
  /** The position after them. */
  next: ChangePosition;
  /**
   * Whether there are more changes now. A page of watched companies may have fewer changes than
   * asked for, or none, although there are more: it looks up a limited number of them.
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
