import { toDay } from '../../domain/time/time-zone.ts';
import type { AccountReads } from '../../store/accounts/account-reads.ts';
import { type DayUsage, NO_REQUESTS } from '../../store/port/usage.ts';

/** Days in the page's chart, ending with today. */
export const USAGE_DAYS = 30;

const DAY_MS = 86_400_000;

/** The last USAGE_DAYS days, oldest first, including days without requests. */
export type ReadUsage = (accountId: string) => Promise<DayUsage[]>;

export function createReadUsage(
  reads: Pick<AccountReads, 'listUsage'>,
  nowMs: () => number,
): ReadUsage {
  return async (accountId) => {
    const days = toLastDays(nowMs());
    const counted = await reads.listUsage(accountId, days[0] ?? '', days.at(-1) ?? '');
    const byDay = new Map(counted.map((one) => [one.day, one]));
    return days.map((day) => byDay.get(day) ?? { day, ...NO_REQUESTS });
  };
}

function toLastDays(nowMs: number): string[] {
  // Noon in UTC is on the same day in the country, whether or not summer time applies.
  const noonMs = Date.parse(`${toDay(nowMs)}T12:00:00Z`);
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const daysAgo = USAGE_DAYS - 1 - index;
    return new Date(noonMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
  });
}
