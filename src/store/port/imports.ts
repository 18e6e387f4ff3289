import type { ActivityClass } from '../../domain/register/activities.ts';
import type { ActivityLine } from '../../domain/register/activity-lines.ts';

export const IMPORT_KINDS = ['full', 'partial', 'supplement', 'rederive'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * `interrupted`: its process ended before it did. `refused`: it was not begun, for the reason that
 * its message tells. `failed`: it could not be ended.
 */
export const IMPORT_OUTCOMES = [
  'running',
  'completed',
  'refused',
  'failed',
  'interrupted',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** One run of an import, whatever came of it. */
export interface ImportRun {
  id: string;
  kind: ImportKind;
  /** Empty where no file is read. */
  fileName: string;
  /** SHA-256 of the file, 64 hexadecimal digits; null where it could not be read. */
  fileHash: string | null;
  /** The day whose state the dump shows, `YYYY-MM-DD`; null for files that have none. */
  dumpDate: string | null;
  /** Of the classification that its rows were read with; null where there was none. */
  classificationId: string | null;
  sample: boolean;
  startedAtMs: number;
  finishedAtMs: number | null;
  outcome: ImportOutcome;
  /** One line that tells why it was not completed. */
  message: string | null;
  counts: ImportCounts | null;
}

/** read = new + changed + unchanged + duplicates + withoutIdno + rejected. */
export interface ImportCounts {
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  duplicates: number;
  withoutIdno: number;
  rejected: number;
  rejectedBy: Record<string, number>;
  gone: number;
}

/** The classification sheets of a dump. */
export interface StoredClassification {
  /** Made of its content: equal contents have equal ids. */
  id: string;
  /** By the number that companies' cells refer to, as the program that stored them read them. */
  unlicensed: [number: number, activity: ActivityClass][];
  licensed: [number: number, label: string][];
  /** The sheet of unlicensed activities as it is, to be read again; older programs lack it. */
  lines?: ActivityLine[];
}

/** The most rejected rows that are kept of one import; the file beside the dump has all. */
export const MAX_KEPT_REJECTS = 1_000;

/** A row that an import did not take. */
export interface KeptReject {
  /** The sheet's own number of the row. */
  row: number;
  column: string;
  value: string | null;
  reason: string;
}

export interface ImportStore {
  /** Inserts the run, or replaces what is known of it. */
  record(run: ImportRun): Promise<void>;
  /** Of runs that a dead process left behind as running; how many there were. */
  markInterrupted(finishedAtMs: number): Promise<number>;
  /** The full import that was completed last, the bundled sample left out. */
  findLastFull(): Promise<ImportRun | null>;
  /** Newest first. */
  list(first: number): Promise<ImportRun[]>;

  /** At most MAX_KEPT_REJECTS, in the order of the file; in place of what was kept before. */
  saveRejects(importId: string, rejects: readonly KeptReject[]): Promise<void>;

  /** Once stored, a classification stays: companies refer to it. */
  saveClassification(classification: StoredClassification): Promise<void>;
  findClassification(id: string): Promise<StoredClassification | null>;
  /** Of the import completed last that brought one, the bundled sample left out. */
  findLastClassification(): Promise<StoredClassification | null>;
}
