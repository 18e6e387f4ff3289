/** The register's country keeps one clock: days of plans and of usage are this zone's days. */
export const TIME_ZONE = 'Europe/Chisinau';

const HOUR_MS = 3_600_000;
const DATE_SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day of an instant in the country, `YYYY-MM-DD`. */
export function toDay(instantMs: number): string {
  return dayFormat.format(instantMs);
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const parts = DATE_SHAPE.exec(text);
  if (parts === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The first instant after a day in the country: a plan with this day as its end holds through
 * the day's last second. The zone is two or three hours before UTC, by season.
 */
export function toEndOfDayMs(day: string): number {
  const nextMidnightUtcMs = Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS;
  for (const offsetHours of [3, 2]) {
    const candidateMs = nextMidnightUtcMs - offsetHours * HOUR_MS;
    if (toDay(candidateMs - 1) === day && toDay(candidateMs) !== day) return candidateMs;
  }
  throw new RangeError(`no day in ${TIME_ZONE} ends after ${day}; a date must be YYYY-MM-DD`);
}
