import type { ActivityLine } from '../../domain/register/activity-lines.ts';
import type { RegisterColumn } from '../../domain/register/columns.ts';

export const IMPORT_KINDS = ['full', 'partial', 'supplement', 'rederive'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** Imports of a dump; a whole one counts before a part. */
export const DUMP_KINDS = ['full', 'partial'] as const satisfies readonly ImportKind[];

/**
 * `interrupted`: the import process stopped before the import was complete. `refused`: it ended
 * before its first write to the companies, because of its file, a guard, or a rejects or temporary
 * file that cannot be written. `failed`: another error ended it. The run's message gives the reason.
 */
export const IMPORT_OUTCOMES = [
  'running',
  'completed',
  'refused',
  'failed',
  'interrupted',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** Where a dump was fetched, by which the next import knows the same file. */
export interface ImportSource {
  /** SHA-256 of the address, 64 hexadecimal digits. */
  addressHash: string;
  /** The headers with which the server named the version of the file; null: it named none. */
  etag: string | null;
  lastModified: string | null;
}

/** One run of an import with its outcome. */
export interface ImportRun {
  id: string;
  kind: ImportKind;
  /** Empty if no file is read. */
  fileName: string;
  /** SHA-256 of the file, 64 hexadecimal digits; null if it could not be read. */
  fileHash: string | null;
  /** Null for a file of this machine. */
  source: ImportSource | null;
  /** The date of the dump's data, `YYYY-MM-DD`; null for files without a date. */
  dumpDate: string | null;
  /** The classification that its rows were parsed with; null if there was none. */
  classificationId: string | null;
  sample: boolean;
  startedAtMs: number;
  finishedAtMs: number | null;
  /** When its address was last found to have the same file; null: it was not asked again. */
  unchangedAtMs: number | null;
  outcome: ImportOutcome;
  /** One line with the reason why it was not completed. */
  message: string | null;
  counts: ImportCounts | null;
  /** The version of the rules by which it read rows (`RULES_VERSION`). */
  rulesVersion: number;
  /** Whether its changes for clients are stored; false once they are deleted. */
  recordsChanges: boolean;
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

/** The contents of a dump's columns, with which those of the next full dump are compared. */
export interface DumpContents {
  /** All rows below the header. */
  rows: number;
  /** The columns that the file has. */
  columns: ColumnContents[];
  /** Of a text file, which has no sheets, those of the import before; null where none had any. */
  sheets: SheetLines | null;
}

/** Lines of each classification sheet that can be read; null for a sheet that is absent. */
export interface SheetLines {
  unlicensedSheet: number | null;
  licensedSheet: number | null;
}

export interface ColumnContents {
  column: RegisterColumn;
  /** Rows with a readable value. */
  readable: number;
  /** Rows with a spreadsheet's error in place of a value. */
  errors: number;
  /** UTF-16 units of the readable values of a column of lists; otherwise 0. */
  length: number;
  /** Rows by group, for columns whose values form groups. */
  groups: [group: string, rows: number][];
}

/** The classification sheets of a dump. */
export interface StoredClassification {
  /** Derived from the content: equal contents have equal ids. */
  id: string;
  /** The original lines of unlicensed activities, which each version of the rules parses itself. */
  lines: ActivityLine[];
  /** Labels by the number that companies' cells refer to. */
  licensed: [number: number, label: string][];
}

/** The newest imports that changes and histories consider: with one a day, those of 27 years. */
export const MAX_READ_RUNS = 10_000;

/** The most rejected rows stored for one import; the file next to the dump has all of them. */
export const MAX_STORED_REJECTS = 1_000;

/** A row that an import rejected. */
export interface StoredReject {
  /** The row number in the sheet. */
  row: number;
  column: string;
  value: string | null;
  reason: string;
}

/** Throws a RangeError for more than MAX_STORED_REJECTS. */
export function assertRejects({ length }: readonly StoredReject[]): void {
  if (length <= MAX_STORED_REJECTS) return;
  throw new RangeError(`at most ${MAX_STORED_REJECTS} rejects are stored, got ${length}`);
}

/** Which imports are asked for. */
export interface RunQuery {
  kinds: readonly ImportKind[];
  /** By default those that were completed. */
  outcome?: ImportOutcome;
  /** True: the imports of the bundled sample; false: all others. */
  sample: boolean;
  /** Only those whose rows were parsed with a classification. */
  withClassification?: boolean;
}
