import { isDay, toEndOfDayMs } from './time-zone.ts';

const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The instant of an RFC 3339 text in milliseconds; null for any other text. */
export function toInstantMs(text: string): number | null {
  const [, day = ''] = RFC_3339.exec(text) ?? [];
  // Date.parse reads 30 February as a day in March.
  return isDay(day) ? Date.parse(text.toUpperCase()) : null;
}

/** The first instant after an end. A day counts through its last second in the country. */
export function toEndMs(text: string): number | null {
  return isDay(text) ? toEndOfDayMs(text) : toInstantMs(text);
}

/** An instant as RFC 3339 in UTC, to the millisecond. */
export function toTimestamp(atMs: number): string;
export function toTimestamp(atMs: number | null): string | null;
export function toTimestamp(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
