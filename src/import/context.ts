import { setImmediate } from 'node:timers/promises';
import type { ImportCounts } from '../store/port/imports.ts';
import type { StoreForImport } from '../store/store.ts';
import type { UnreadableLines } from './dump/classification.ts';
import type { DumpDates } from './dump/dump-date.ts';
import type { Guards } from './dump/guards.ts';
import type { DumpValues } from './dump/lost-values.ts';

/** The part of the store that only the running import writes. */
export type ImportStores = Pick<StoreForImport, 'companies' | 'imports'>;

/** The time and the data date under which an import records its changes for clients. */
export interface Publication {
  /** When the import began. */
  importMs: number;
  /** The date of its dump; of the last one, if it has none. */
  dataDate: string;
}

/** Dependencies of every kind of import. */
export interface ImportContext {
  store: ImportStores;
  importId: string;
  /** Null where the changes are not recorded for clients. */
  publication: Publication | null;
  /** Nothing is written, neither to the store nor to a file of rejected rows. */
  dryRun: boolean;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  guards: Guards;
  temporaryFolder: string;
  progress: Progress;
  signal: AbortSignal | null;
  /** Records the dump's date, once the file is open and before anything is written. */
  begin(dumpDate: string | null): Promise<void>;
}

/** Progress that an import reports while it runs. */
export interface Progress {
  /** Begins a part of the work with this many rows; null where the number is unknown. */
  begin(title: string, rows: number | null): void;
  /** This many more rows of the part are done. */
  advance(rows: number): void;
  /** One line that a person must know. */
  note(line: string): void;
}

export const NO_PROGRESS: Progress = { begin() {}, advance() {}, note() {} };

/** What an import has done. */
export interface ImportResult {
  counts: ImportCounts;
  /** A dump's date by source; null for an import without a dump. */
  dumpDates: DumpDates | null;
  /** The id of the classification that a dump's rows were parsed with. */
  classificationId: string | null;
  /** The unreadable lines of a dump's own classification sheets. */
  unreadableLines: UnreadableLines;
  /** What a dump's columns and sheets contain, and what those of the last full import had. */
  values: DumpValues;
  valuesBefore: DumpValues;
  /** Bundled companies that were removed before the first real ones were written. */
  samplesRemoved: number;
  /** IDNOs of a supplement that no dump has contained yet. */
  waiting: number;
  /** The file of rejected rows; null where there are none or nothing was written. */
  rejectsPath: string | null;
}

export const NO_RESULT: Readonly<ImportResult> = {
  counts: {
    read: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    duplicates: 0,
    withoutIdno: 0,
    rejected: 0,
    rejectedBy: {},
    gone: 0,
  },
  dumpDates: null,
  classificationId: null,
  unreadableLines: { count: 0, examples: [] },
  values: { contents: null, sheets: null },
  valuesBefore: { contents: null, sheets: null },
  samplesRemoved: 0,
  waiting: 0,
  rejectsPath: null,
};

/** Between two batches: throws if the import was stopped, and lets other work have its turn. */
export async function yieldToEventLoop({ signal }: ImportContext): Promise<void> {
  signal?.throwIfAborted();
  await setImmediate();
}
