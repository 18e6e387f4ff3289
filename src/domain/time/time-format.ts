import { LANGUAGES, type Language, LOCALES } from '../account/language.ts';
import { TIME_ZONE } from './time-zone.ts';

const formatUtcDay = createDayFormat('UTC');
const formatDay = createDayFormat(TIME_ZONE);

/** A calendar day, `YYYY-MM-DD`, in words. */
export function toDayText(day: string, language: Language): string {
  return formatUtcDay(Date.parse(day), language);
}

/** The last day of a plan that ends at this instant, in words: "until" includes that day. */
export function toLastDayText(endsAtMs: number, language: Language): string {
  return formatDay(endsAtMs - 1, language);
}

function createDayFormat(timeZone: string): (atMs: number, language: Language) => string {
  const formats = new Map(
    LANGUAGES.map((language) => [
      language,
      new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone }),
    ]),
  );
  return (atMs, language) => formats.get(language)?.format(atMs) ?? '';
}

/**
 * Writes instants in the country's time with the offset from UTC, which changes in summer:
 * `21 Nov 2026, 12:00 GMT+2`; with seconds if `second` is given.
 */
export function createTimeFormat(
  language: Language,
  month: 'short' | 'long',
  second?: '2-digit',
): (atMs: number) => string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: TIME_ZONE,
    day: 'numeric',
    month,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(second && { second }),
    timeZoneName: 'shortOffset',
  });
  return (atMs) => format.format(atMs);
}
