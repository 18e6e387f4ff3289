import { basename } from 'node:path';
import { toIdno } from '../../domain/company/idno.ts';
import { FileFault } from '../../domain/errors.ts';
import {
  DATE_COLUMNS,
  REGISTER_COLUMNS,
  type RegisterColumn,
  type RegisterRow,
} from '../../domain/register/columns.ts';
import { undoConversion } from '../../domain/register/conversion.ts';
import { toRegisterRow, toRowIdentity } from '../../domain/register/record.ts';
import { toPastSerial } from '../../domain/time/calendar-date.ts';
import type { StoredReject } from '../../store/port/imports.ts';
import type { FileRow } from '../incoming-rows.ts';
import { openTableInWorker } from '../table/open-in-worker.ts';
import { type DumpClassification, readClassification } from './classification.ts';
import { findColumns, findSurplus, NO_COLUMN, readBelow } from './columns.ts';
import type { ContentCounter } from './contents.ts';
import { chooseDumpDate, type DumpDates, findDumpDates } from './dump-date.ts';
import { findRegisterSheet, toNoDump } from './register-sheet.ts';
import { RowNotes } from './row-notes.ts';

/** An open dump of the register: its columns and date are known, its rows are not yet read. */
export interface Dump {
  fileName: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** The sources from which `date` was chosen. */
  dates: DumpDates;
  /** Messages about sheets that are not read. */
  notes: string[];
  /** Those that the file has. */
  columns: RegisterColumn[];
  /** From the file's own sheets; null for a text file, which has none. */
  classification: DumpClassification | null;
  /** Reads from the first row. Throws FileFault. */
  rows(
    toFingerprint: (row: RegisterRow) => string,
    contents: Pick<ContentCounter, 'addRow'>,
  ): AsyncIterable<FileRow<RegisterRow>[]>;
  /** What is odd in the rows, once they were read; a second reading would count them twice. */
  rowNotes: Pick<RowNotes, 'dates' | 'describe' | 'describeCodes'>;
  close(): Promise<void>;
}

/** Extensions that the readers know: for such a file, the reader's own message is enough. */
const DUMP_NAME = /\.(?:xls[xmb]?|csv|txt|ods)$/i;

/**
 * `date`: `YYYY-MM-DD`; by default taken from the file. Throws FileFault for a file that is not a
 * dump of the register.
 */
export async function openDump(
  path: string,
  { date: givenDate, temporaryFolder }: { date: string | undefined; temporaryFolder: string },
): Promise<Dump> {
  const fileName = basename(path);
  const table = await openTableInWorker(path, { temporaryFolder }).catch(toFault);
  try {
    const { sheet, header, notes } = await findRegisterSheet(table, fileName).catch(toFault);
    const dates = findDumpDates(givenDate ?? null, header.above, fileName);
    const columns = findColumns(header.row, fileName);
    const date = chooseDumpDate(dates, fileName);
    const rowNotes = new RowNotes();
    return {
      fileName,
      date,
      dates,
      notes,
      classification: await readClassification(table, fileName, date),
      columns: REGISTER_COLUMNS.filter((column) => columns[column] !== NO_COLUMN),
      rowNotes,
      rows: (toFingerprint, contents) =>
        readBelow(table, sheet, header.row, (tableRow) => {
          const { number, cells } = tableRow;
          const row = toRegisterRow((column) => cells[columns[column]] ?? null, table.date1904);
          contents.addRow(number, row);
          const identity = toRowIdentity(row);
          if ('without' in identity) {
            rowNotes.addCode(number, row.idno);
            const isShort = table.isDelimited && cells.length < header.row.cells.length;
            if (isShort) rowNotes.addRemnant(number, row.idno);
            return identity;
          }
          const surplus = findSurplus(table, header.row, tableRow);
          if (surplus !== null) return toRejected(row, surplus);
          if ('reject' in identity) return toRejected(row, { row: number, ...identity.reject });
          if (row.status !== null) rowNotes.addStatus(row.status);
          if (row.directors !== null) rowNotes.addDirectors(row.directors);
          if (row.regDate !== null) rowNotes.addDate(number, row.regDate);
          const { idno } = identity;
          const fingerprint = toFingerprint(row);
          return { number, idno, fingerprint, rank: toRank(row, date), content: row };
        }),
      close: () => table.close(),
    };
  } catch (error) {
    await table.close();
    throw error;
  }

  /** Puts "is not a dump" before the reason, unless the file's extension is that of a dump. */
  function toFault(error: unknown): never {
    if (!(error instanceof FileFault) || DUMP_NAME.test(fileName)) throw error;
    throw new FileFault(toNoDump(fileName, error.message));
  }
}

/** The latest day of a row, as a serial number; 0 where it has none. */
function toRank(row: RegisterRow, dumpDate: string): number {
  let latest = 0;
  for (const column of DATE_COLUMNS) {
    const text = row[column];
    if (text !== null) latest = Math.max(latest, toPastSerial(text, dumpDate) ?? 0);
  }
  return latest;
}

/** Rejected with its IDNO if that can be read, so that its company does not count as delisted. */
function toRejected({ idno }: RegisterRow, reject: StoredReject): FileRow<RegisterRow> {
  const known = toIdno(undoConversion(idno ?? ''));
  return { reject, idno: 'idno' in known ? known.idno : null };
}
