import { setImmediate } from 'node:timers/promises';
import type { ImportCounts } from '../store/port/imports.ts';
import type { StoreForImport } from '../store/port/store.ts';
import type { Progress } from './progress.ts';

/** The part of the store that an import works on, and that nobody else writes meanwhile. */
export type ImportStores = Pick<StoreForImport, 'companies' | 'imports'>;

/** What every kind of import is given. */
export interface ImportContext {
  store: ImportStores;
  importId: string;
  /** Nothing is written, neither to the store nor beside the file. */
  dryRun: boolean;
  progress: Progress;
  signal: AbortSignal | null;
}

export const NO_COUNTS: Readonly<ImportCounts> = {
  read: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  duplicates: 0,
  withoutIdno: 0,
  rejected: 0,
  rejectedBy: {},
  gone: 0,
};

/** Between two batches: stops where that was asked for, and lets others have a turn. */
export async function yieldToEventLoop({ signal }: ImportContext): Promise<void> {
  signal?.throwIfAborted();
  await setImmediate();
}
