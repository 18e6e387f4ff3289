/** The zone of the register's country. Days of plans and of usage are days of this zone. */
export const TIME_ZONE = 'Europe/Chisinau';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Years from 1000: `toDay` writes an earlier year with fewer digits. */
const DATE_SHAPE = /^[1-9]\d{3}-\d{2}-\d{2}$/;

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
  return DATE_SHAPE.test(text) && isInCalendar(text);
}

/** Whether a day `YYYY-MM-DD` exists; 30 February does not. */
export function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/**
 * The first instant after a day in the country: a plan that ends on this day is valid through the
 * day's last second. Found by binary search, because the offset from UTC changed over the years and
 * was not always whole hours. Noon in UTC is always within the day, and 24 hours later is not.
 */
export function toEndOfDayMs(day: string): number {
  if (!isDay(day)) throw new RangeError(`${day} is not a day; a day must be YYYY-MM-DD`);
  let withinMs = Date.parse(`${day}T12:00:00Z`);
  let afterMs = withinMs + DAY_MS;
  while (afterMs - withinMs > 1) {
    const middleMs = Math.floor((withinMs + afterMs) / 2);
    if (toDay(middleMs) === day) withinMs = middleMs;
    else afterMs = middleMs;
  }
  return afterMs;
}
