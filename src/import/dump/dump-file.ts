import { basename } from 'node:path';
import { toIdno } from '../../domain/company/idno.ts';
import { FileFault } from '../../domain/errors.ts';
import type { RegisterRow } from '../../domain/register/columns.ts';
import { toRegisterRow, toRowIdentity } from '../../domain/register/record.ts';
import { toStatedStatus } from '../../domain/register/status.ts';
import { toCalendarDate } from '../../domain/time/calendar-date.ts';
import type { StoredReject } from '../../store/port/imports.ts';
import type { FileRow } from '../incoming-rows.ts';
import { quote } from '../quote.ts';
import { openTableInWorker } from '../table/open-in-worker.ts';
import { type DumpClassification, readClassification } from './classification.ts';
import { findColumns, findSurplus, readBelow } from './columns.ts';
import { chooseDumpDate, type DumpDates, findDumpDates } from './dump-date.ts';
import type { DateCounts } from './guards.ts';
import { findRegisterSheet, toNoDump } from './register-sheet.ts';

/** An open dump of the register: its columns and date are known, its rows are not yet read. */
export interface Dump {
  fileName: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** The sources from which `date` was chosen. */
  dates: DumpDates;
  /** Messages about sheets that are not read. */
  notes: string[];
  /** From the file's own sheets; null for a text file, which has none. */
  classification: DumpClassification | null;
  /** Reads from the first row. Throws FileFault. */
  rows(toFingerprint: (row: RegisterRow) => string): AsyncIterable<FileRow<RegisterRow>[]>;
  /** What is odd in the rows, once they were read; a second reading would count them twice. */
  rowNotes: Pick<RowNotes, 'dates' | 'describeCodes' | 'describeStatuses'>;
  close(): Promise<void>;
}

/** Extensions that the readers know: for such a file, the reader's own message is enough. */
const DUMP_NAME = /\.(?:xls[xmb]?|csv|txt|ods)$/i;
/** Legacy fiscal codes are shorter: codes of this many digits were meant to be an IDNO. */
const LONG_CODE = /^\d{10,20}$/;
const IGNORED = /['\s\p{Cf}]+/gu;
/** Different unknown statuses that a note quotes; further ones are only counted. */
const MAX_STATUSES = 5;

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
      rowNotes,
      rows: (toFingerprint) =>
        readBelow(table, sheet, header.row, (tableRow) => {
          const { number, cells } = tableRow;
          const row = toRegisterRow((column) => cells[columns[column]] ?? null, table.date1904);
          const identity = toRowIdentity(row);
          if ('without' in identity) {
            rowNotes.addCode(number, row.idno);
            return identity;
          }
          const surplus = findSurplus(table, header.row, tableRow);
          if (surplus !== null) return toRejected(row, surplus);
          if ('reject' in identity) return toRejected(row, { row: number, ...identity.reject });
          if (row.status !== null) rowNotes.addStatus(row.status);
          if (row.regDate !== null) rowNotes.addDate(number, row.regDate);
          return { number, idno: identity.idno, fingerprint: toFingerprint(row), content: row };
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

/** Rejected with its IDNO if that can be read, so that its company does not count as delisted. */
function toRejected({ idno }: RegisterRow, reject: StoredReject): FileRow<RegisterRow> {
  const known = toIdno(idno);
  return { reject, idno: 'idno' in known ? known.idno : null };
}

/** Counts codes that are almost an IDNO, unknown statuses and unreadable dates of registration. */
class RowNotes {
  readonly dates: DateCounts = { filled: 0, unreadable: 0, example: '' };
  readonly #codesByLength = new Map<number, number>();
  #codeExample = '';
  #statusCount = 0;
  readonly #statusExamples = new Set<string>();

  /** The code of a row that has no IDNO of 13 digits. */
  addCode(row: number, code: string | null): void {
    const digits = code?.replace(IGNORED, '') ?? '';
    if (!LONG_CODE.test(digits)) return;
    if (this.#codesByLength.size === 0) this.#codeExample = `${digits} in row ${row}`;
    this.#codesByLength.set(digits.length, (this.#codesByLength.get(digits.length) ?? 0) + 1);
  }

  addStatus(text: string): void {
    if (!('fault' in toStatedStatus(text))) return;
    this.#statusCount++;
    if (this.#statusExamples.size < MAX_STATUSES) this.#statusExamples.add(text);
  }

  addDate(row: number, text: string): void {
    this.dates.filled++;
    if (!('fault' in toCalendarDate(text))) return;
    if (this.dates.unreadable === 0) this.dates.example = `${quote(text)} in row ${row}`;
    this.dates.unreadable++;
  }

  /** Null where there were no such codes. */
  describeCodes(): string | null {
    const byLength = [...this.#codesByLength].sort(([a], [b]) => a - b);
    const [[shortest, count] = [0, 0], ...others] = byLength;
    if (count === 0) return null;
    const rows = count === 1 ? '1 row has a code' : `${count} rows have a code`;
    const more = others.map(([length, rowCount]) => `, ${rowCount} of ${length}`).join('');
    return (
      `${rows} of ${shortest} digits${more}, such as ${this.#codeExample}; ` +
      'an IDNO has 13: correct them, or fetch the file again'
    );
  }

  /** Null where every status was known. */
  describeStatuses(): string | null {
    if (this.#statusCount === 0) return null;
    const examples = [...this.#statusExamples].map((text) => quote(text)).join(', ');
    return (
      `${this.#statusCount} rows have an unknown value in the column "Statutul" (${examples}): ` +
      'their status is derived from the other columns, and flagged status_uncertain'
    );
  }
}
