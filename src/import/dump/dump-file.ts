import { basename } from 'node:path';
import { FileFault } from '../../domain/errors.ts';
import type { RegisterCells } from '../../domain/register/record.ts';
import type { StoredReject } from '../../store/port/imports.ts';
import { openTableInWorker } from '../table/open-in-worker.ts';
import type { TableFile, TableRow } from '../table/table.ts';
import { type DumpClassification, readClassification } from './classification.ts';
import { type ColumnIndexes, findColumns, findSurplus, pickCells } from './columns.ts';
import { chooseDumpDate, type DumpDates, findDumpDates } from './dump-date.ts';
import { findRegisterSheet, toNoDump } from './register-sheet.ts';

export interface DumpRow {
  /** The sheet's own. */
  number: number;
  cells: RegisterCells;
  /** Why the row is rejected for having more cells than the header; null where it has not. */
  surplus: StoredReject | null;
}

/** An open dump of the register: its columns and day are known, its rows are not yet read. */
export interface Dump {
  fileName: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** The sources from which `date` was chosen. */
  dates: DumpDates;
  /** Serial dates count from 1904. */
  date1904: boolean;
  /** About sheets that are not read. */
  notes: string[];
  /** From the file's own sheets; null for a text file, which has none. */
  classification: DumpClassification | null;
  /** May be called again: each call reads from the first row. Throws FileFault. */
  rows(): AsyncIterable<DumpRow[]>;
  close(): Promise<void>;
}

export interface DumpOptions {
  /** `YYYY-MM-DD`; null: taken from the file. */
  date: string | null;
  temporaryFolder: string;
}

/** Extensions that the readers know; the reason that they give for such a file is enough. */
const DUMP_NAME = /\.(?:xls[xmb]?|csv|txt|ods)$/i;

/** Throws FileFault for a file that is not a dump of the register. */
export async function openDump(path: string, options: DumpOptions): Promise<Dump> {
  const fileName = basename(path);
  const { temporaryFolder } = options;
  const table = await openTableInWorker(path, { temporaryFolder }).catch(toFault);
  try {
    const { sheet, header, notes } = await findRegisterSheet(table, fileName).catch(toFault);
    const dates = findDumpDates(options.date, header.above, fileName);
    const columns = findColumns(header.row, fileName);
    const date = chooseDumpDate(dates, fileName);
    return {
      fileName,
      date,
      dates,
      date1904: table.date1904,
      notes,
      classification: await readClassification(table, fileName, date),
      rows: () => readRows(table, sheet, header.row, columns),
      close: () => table.close(),
    };
  } catch (error) {
    await table.close();
    throw error;
  }

  /** Of a file that is not named as a dump, more is wrong than the first place that is unreadable. */
  function toFault(error: unknown): never {
    if (!(error instanceof FileFault) || DUMP_NAME.test(fileName)) throw error;
    throw new FileFault(toNoDump(fileName, error.message));
  }
}

async function* readRows(
  table: TableFile,
  sheet: string,
  header: TableRow,
  columns: ColumnIndexes,
): AsyncGenerator<DumpRow[]> {
  for await (const batch of table.rows(sheet)) {
    const rows =
      batch[0] !== undefined && batch[0].number > header.number
        ? batch
        : batch.filter(({ number }) => number > header.number);
    yield rows.map((row) => ({
      number: row.number,
      cells: pickCells(row.cells, columns),
      surplus: findSurplus(table, header, row),
    }));
  }
}
