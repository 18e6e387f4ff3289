import type { Language } from '../account/language.ts';
import { TIME_ZONE } from './time-zone.ts';

/**
 * Writes instants in the country's time with the offset from UTC, which changes in summer:
 * `Nov 21, 2026, 12:00 PM GMT+2`.
 */
export function createTimeFormat(
  language: Language,
  month: 'short' | 'long',
): (atMs: number) => string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: TIME_ZONE,
    day: 'numeric',
    month,
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  return (atMs) => format.format(atMs);
}
