import type { ImportCounts, ImportRun } from '../../store/port/imports.ts';

export const DEFAULT_MIN_RATIO = 0.9;
export const DEFAULT_MAX_REJECTS = 0.05;

/** What keeps a wrong file from being taken for the state of the register. */
export interface Guards {
  /** Companies for each company of the last full import. */
  minRatio: number;
  /** Rejected rows for each row that has a number of 13 digits. */
  maxRejects: number;
  allowOlder: boolean;
}

interface Dated {
  fileName: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

/** Why a dump is older than it may be, in one line; null where it may be imported. */
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

/** Why so many rejects can't be right, in one line. */
export function whyTooManyRejects(
  fileName: string,
  { read, withoutIdno, rejected, rejectedBy }: ImportCounts,
  { maxRejects }: Guards,
  rejectsPath: string | null,
): string | null {
  const judged = read - withoutIdno;
  if (rejected <= judged * maxRejects) return null;
  const [[reason = ''] = []] = Object.entries(rejectedBy);
  const seeFile = rejectsPath === null ? '' : `; see ${rejectsPath}`;
  return (
    `${fileName} has ${rejected} of ${judged} rows rejected (${toPercent(rejected / judged)}), ` +
    `at most ${toPercent(maxRejects)} may be; most often ${reason}${seeFile}: ` +
    `fix the file, or add --max-rejects ${toRoundedUp(rejected / judged)}`
  );
}

/** Why so few companies can't be the whole register, in one line. */
export function whyTooFew(
  fileName: string,
  { counts, oddCodes }: { counts: ImportCounts; oddCodes: string | null },
  last: ImportRun | null,
  { minRatio }: Guards,
): string | null {
  const companies = countCompanies(counts);
  if (companies === 0) {
    const seen = oddCodes === null ? ": give the register's dump" : `; ${oddCodes}`;
    return `${fileName} has no row with a 13-digit number and a name${seen}`;
  }
  const before = last?.counts == null ? 0 : countCompanies(last.counts);
  if (companies >= before * minRatio) return null;
  return (
    `${fileName} has ${companies} companies, the last full import had ${before} ` +
    `(${toPercent(companies / before)}, at least ${toPercent(minRatio)} must be): ` +
    'fetch it again, or add --partial if it is a part, --min-ratio if so many are gone'
  );
}

/** Different companies that the file has. */
export function countCompanies(counts: ImportCounts): number {
  return counts.new + counts.changed + counts.unchanged;
}

function toPercent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}

/** So that the number that is offered is enough. */
function toRoundedUp(ratio: number): number {
  return Math.min(1, Math.ceil(ratio * 1_000) / 1_000);
}
