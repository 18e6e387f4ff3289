import { COLUMN_DEFINITIONS } from '../../domain/register/columns.ts';
import { toDay } from '../../domain/time/time-zone.ts';
import type { ImportCounts, ImportRun } from '../../store/port/imports.ts';
import { toPercent } from '../percent.ts';
import { quote } from '../quote.ts';
import type { CellCount } from './contents.ts';
import type { DumpDates } from './dump-date.ts';
import type { EmptyName } from './lost-values.ts';

/** Limits that stop a wrong file from being imported as the state of the register. */
export interface Guards {
  /** Companies, as a share of those of the last full import. */
  minRatio: number;
  /** Rejected rows, as a share of the rows with a code of 13 digits. */
  maxRejects: number;
  allowOlder: boolean;
  /** Columns and sheets that may have lost their values. */
  acceptEmpty: readonly EmptyName[];
}

export const DEFAULT_GUARDS: Readonly<Guards> = {
  minRatio: 0.9,
  maxRejects: 0.05,
  allowOlder: false,
  acceptEmpty: [],
};

/** How far ahead a dump's date may be: clocks differ, and a dump may be of the day that begins. */
const MAX_AHEAD_MS = 86_400_000;
const MIN_UNREADABLE_DATES = 10;
/** The register has no times of day, so a few are enough. */
const MIN_SHIFTED_DAYS = 3;
const MIN_DAMAGED = 10;
/** Damaged cells, as a share of the rows. */
const MAX_DAMAGED = 0.01;

interface Dated {
  fileName: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

/**
 * Why a dump's date is wrong, in one line; null where it can be right. Every later dump would be
 * refused as older than one of the future.
 */
export function whyInFuture(
  { fileName, date, dates }: Dated & { dates: DumpDates },
  nowMs: number,
): string | null {
  if (date <= toDay(nowMs + MAX_AHEAD_MS)) return null;
  const isTitle = dates.title !== null;
  const source = dates.option !== null ? '--date' : isTitle ? 'its title' : 'its name';
  return (
    `${fileName} shows the state of ${date} according to ${source}, but today is ${toDay(nowMs)}: ` +
    "give the dump's date with --date YYYY-MM-DD, or set the clock"
  );
}

/** Why a dump is too old, in one line; null where it is not. */
export function whyTooOld(
  { fileName, date }: Dated,
  last: ImportRun | null,
  { allowOlder }: Guards,
): string | null {
  const lastDate = last?.dumpDate ?? null;
  if (allowOlder || lastDate === null || date >= lastDate) return null;
  return (
    `${fileName} shows the state of ${date}, the last full import was of ${lastDate}: ` +
    'fetch the newest dump, or add --allow-older'
  );
}

/** Why a file has too many rejects, in one line; null where it has not. */
export function whyTooManyRejects(
  fileName: string,
  { read, withoutIdno, rejected, rejectedBy }: ImportCounts,
  { maxRejects }: Guards,
  rejectsPath: string | null,
): string | null {
  const withCode = read - withoutIdno;
  if (rejected <= withCode * maxRejects) return null;
  const [[reason = ''] = []] = Object.entries(rejectedBy);
  const seeFile = rejectsPath === null ? '' : `; see ${rejectsPath}`;
  return (
    `${fileName} has ${rejected} of ${withCode} rows rejected (${toPercent(rejected / withCode)}), ` +
    `the maximum is ${toPercent(maxRejects)}; most often ${reason}${seeFile}: ` +
    `fix the file, or add --max-rejects ${toRoundedUp(rejected / withCode)}`
  );
}

/** Dates of registration in a file. */
export interface DateCounts {
  /** Cells that are not empty. */
  filled: number;
  unreadable: number;
  /** The first unreadable one, with its row. */
  example: string;
}

/**
 * Why a dump's dates cannot be read, in one line; null where most can be, or where there are so few
 * that the register may have them like this. Spreadsheets write days into a CSV as they show them:
 * `3/17/2009` in English, `########` in a narrow column.
 */
export function whyUnreadableDates(
  fileName: string,
  { filled, unreadable, example }: DateCounts,
): string | null {
  if (unreadable < MIN_UNREADABLE_DATES || unreadable * 2 <= filled) return null;
  return (
    `${fileName} has ${unreadable} of ${filled} dates in the column ` +
    `${quote(COLUMN_DEFINITIONS.regDate.title)} that cannot be read, such as ${example}: ` +
    'write them as DD.MM.YYYY'
  );
}

/**
 * Why the days of a dump are those before, in one line; null where they are not. Tools write local
 * midnights in UTC, 21:00 or 22:00 of the day before.
 */
export function whyShiftedDays(
  fileName: string,
  { shifted, readable }: { shifted: CellCount; readable: number },
): string | null {
  if (shifted.count < MIN_SHIFTED_DAYS || shifted.count <= readable) return null;
  return (
    `${fileName} has ${shifted.count} of ${shifted.count + readable} days with the time of day ` +
    `of a midnight that was written in another time zone, such as ${shifted.example}: they are ` +
    'shifted to the day before; convert the file again without a time zone, or fetch it again'
  );
}

/**
 * Why the texts of a dump are damaged, in one line; null where they are not, or only so few that the
 * register itself may have them. What a conversion can only have changed in one way is not damaged.
 */
export function whyDamagedTexts(
  fileName: string,
  { damagedTexts, sampledRows }: { damagedTexts: CellCount; sampledRows: number },
): string | null {
  const { count, example } = damagedTexts;
  if (count < MIN_DAMAGED || count <= sampledRows * MAX_DAMAGED) return null;
  return (
    `${fileName} has ${count} cells in ${sampledRows} rows whose letters a conversion has lost, such as ` +
    `${example}: convert the original file again, as UTF-8, or fetch it again`
  );
}

/** Why a dump has too few companies, in one line; null where it has not. */
export function whyTooFew(
  fileName: string,
  { counts, oddCodes }: { counts: ImportCounts; oddCodes: string | null },
  last: ImportRun | null,
  { minRatio }: Guards,
): string | null {
  const companies = countCompanies(counts);
  if (companies === 0) {
    const seen = oddCodes === null ? ": give the register's dump" : `; ${oddCodes}`;
    return `${fileName} has no row with an IDNO and a name${seen}`;
  }
  const before = last?.counts == null ? 0 : countCompanies(last.counts);
  if (companies >= before * minRatio) return null;
  return (
    `${fileName} has ${companies} companies, the last full import had ${before} ` +
    `(${toPercent(companies / before)}, the minimum is ${toPercent(minRatio)}): ` +
    'fetch it again, or add --partial for a part of the register, --min-ratio if the rest is gone'
  );
}

/** The number of different companies in the file. */
function countCompanies(counts: ImportCounts): number {
  return counts.new + counts.changed + counts.unchanged;
}

/** Rounded up, so that the suggested share is enough. */
function toRoundedUp(ratio: number): number {
  return Math.min(1, Math.ceil(ratio * 1_000) / 1_000);
}
