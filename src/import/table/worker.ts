import { serveThread } from '../../worker/thread.ts';
import { openTableFile } from './open.ts';
import type { ReadOptions, TableFile, TableRow } from './table.ts';

/** The file that the thread opens. */
interface TableData {
  path: string;
  options: ReadOptions;
}

type TableHead = Omit<TableFile, 'rows' | 'close'>;

export interface TableMethods {
  head(): TableHead;
  /** Begins to read a sheet, and ends the previous reading. */
  begin(sheet: string): Promise<void>;
  /** The next batch of the sheet; null after the last one. */
  next(): Promise<TableRow[] | null>;
  close(): Promise<void>;
}

serveThread(async ({ path, options }: TableData): Promise<TableMethods> => {
  const { rows, close, ...head } = await openTableFile(path, options);
  let batches: AsyncIterator<TableRow[]> | null = null;
  return {
    head: () => head,
    async begin(sheet) {
      await batches?.return?.();
      batches = rows(sheet)[Symbol.asyncIterator]();
    },
    async next() {
      const next = await batches?.next();
      return next?.done === false ? next.value : null;
    },
    close,
  };
});
