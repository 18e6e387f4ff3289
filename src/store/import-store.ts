/** One run of an import, whatever came of it. */
export interface ImportRun {
  id: string;
  kind: 'full' | 'partial' | 'supplement' | 'rederive';
  fileName: string;
  /** SHA-256 of the file, 64 hexadecimal digits. */
  fileHash: string;
  /** The day whose state the dump shows, `YYYY-MM-DD`; null for files that have none. */
  dumpDate: string | null;
  sample: boolean;
  startedAtMs: number;
  finishedAtMs: number | null;
  outcome: 'running' | 'completed' | 'failed';
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

export interface ImportStore {
  /** Inserts the run, or replaces what is known of it. */
  record(run: ImportRun): Promise<void>;
  /** The completed full import of the latest dump date, the bundled sample left out. */
  findLastFull(): Promise<ImportRun | null>;
  /** Newest first. */
  list(first: number): Promise<ImportRun[]>;
}
