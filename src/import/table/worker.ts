import { serveThread } from '../../worker/thread.ts';
import { openTableFile } from './open.ts';
import type { ReadOptions, TableFile, TableRow } from './table.ts';

/** The file that the thread opens. */
interface TableData {
  path: string;
  options: ReadOptions;
}

type TableHead = Omit<TableFile, 'rows' | 'close'>;

/** `reading` is the caller's number for one reading of a sheet from its beginning. */
export interface TableMethods {
  head(): TableHead;
  /** The next batch of the reading; null after the last one. */
  next(reading: number, sheet: string): Promise<TableRow[] | null>;
  /** No more batches of this reading are wanted. */
  leave(reading: number): Promise<void>;
  close(): Promise<void>;
}

serveThread(async ({ path, options }: TableData): Promise<TableMethods> => {
  const { rows, close, ...head } = await openTableFile(path, options);
  const readings = new Map<number, AsyncIterator<TableRow[]>>();
  return {
    head: () => head,
    async next(reading, sheet) {
      const batches = readings.get(reading) ?? rows(sheet)[Symbol.asyncIterator]();
      readings.set(reading, batches);
      const { done, value } = await batches.next();
      return done === true ? null : value;
    },
    async leave(reading) {
      await readings.get(reading)?.return?.();
      readings.delete(reading);
    },
    close,
  };
});
