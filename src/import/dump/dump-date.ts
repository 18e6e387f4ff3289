import { FileFault } from '../../domain/errors.ts';
import { fold } from '../../domain/register/text.ts';
import { toCalendarDate } from '../../domain/time/calendar-date.ts';
import type { TableRow } from '../table/table.ts';

/** "(starea pînă la 14.09.2026)" in either orthography, folded. */
const STATE_UNTIL = /starea pina la (\d{1,2}\.\d{1,2}\.\d{4})(?!\d)/;
/** Days with a four-digit year, in either order; `20.11.17` could be three different days. */
const DAY_IN_NAME =
  /(?<!\d)(?:(\d{4})[._-](\d{1,2})[._-](\d{1,2})|(\d{1,2})[._-](\d{1,2})[._-](\d{4})|(\d{4})(\d{2})(\d{2}))(?!\d)/g;
const FIRST_YEAR = 1992;
const LAST_YEAR = 2199;

/** The day whose state the dump shows, `YYYY-MM-DD`, by source; null where the source has none. */
export interface DumpDates {
  option: string | null;
  title: string | null;
  fileName: string | null;
}

/** Reads each source: the option, the rows above the header, the file's name. */
export function findDumpDates(
  option: string | null,
  above: readonly TableRow[],
  fileName: string,
): DumpDates {
  return { option, title: findInTitle(above), fileName: findInName(fileName) };
}

/** The date of the first source that has one. Throws FileFault where none has. */
export function chooseDumpDate(dates: DumpDates, fileName: string): string {
  const date = dates.option ?? dates.title ?? dates.fileName;
  if (date !== null) return date;
  throw new FileFault(
    `${fileName} has no unambiguous date, neither above its header nor in its name: ` +
      'add --date YYYY-MM-DD',
  );
}

function findInTitle(above: readonly TableRow[]): string | null {
  const days = new Set<string>();
  for (const { cells } of above) {
    for (const cell of cells) {
      const text = typeof cell === 'string' ? STATE_UNTIL.exec(fold(cell))?.[1] : undefined;
      const day = text === undefined ? null : toKnownDay(text);
      if (day !== null) days.add(day);
    }
  }
  return toOnly(days);
}

function findInName(fileName: string): string | null {
  const days = new Set<string>();
  for (const parts of fileName.matchAll(DAY_IN_NAME)) {
    const [, year, month, day, day2, month2, year2, year3, month3, day3] = parts;
    const text = [year ?? year2 ?? year3, month ?? month2 ?? month3, day ?? day2 ?? day3].join('-');
    const known = toKnownDay(text);
    if (known !== null) days.add(known);
  }
  return toOnly(days);
}

function toKnownDay(text: string): string | null {
  const parsed = toCalendarDate(text);
  if ('fault' in parsed || parsed.value === null) return null;
  const year = Number(parsed.value.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR ? parsed.value : null;
}

function toOnly(days: ReadonlySet<string>): string | null {
  const [first = null] = days;
  return days.size === 1 ? first : null;
}
