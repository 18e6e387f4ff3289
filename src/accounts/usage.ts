import { toDay } from '../domain/time/time-zone.ts';
import type { DayUsage, UsageStore } from '../store/port/usage.ts';

/** The page's chart shows so many days, the present one as the last. */
export const USAGE_DAYS = 30;

const DAY_MS = 86_400_000;

/** The last USAGE_DAYS days, the oldest first, also those without a request. */
export type ReadUsage = (accountId: string) => Promise<DayUsage[]>;

export function createReadUsage(usage: UsageStore, nowMs: () => number): ReadUsage {
  return async (accountId) => {
    const days = toLastDays(nowMs());
    const known = await usage.list(accountId, days[0] ?? '');
    const byDay = new Map(known.map((one) => [one.day, one]));
    return days.map((day) => byDay.get(day) ?? { day, ok: 0, clientErrors: 0, limited: 0 });
  };
}

function toLastDays(nowMs: number): string[] {
  // Counted from noon in UTC: no change of the clocks moves that to another day.
  const noonMs = Date.parse(`${toDay(nowMs)}T12:00:00Z`);
  return Array.from({ length: USAGE_DAYS }, (_, place) => {
    const daysAgo = USAGE_DAYS - 1 - place;
    return new Date(noonMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
  });
}
