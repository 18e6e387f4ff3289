import { LANGUAGES, type Language } from '../account/language.ts';
import { TIME_ZONE } from './time-zone.ts';

/** English dates are British: the day comes first, as in the other languages. */
export const LOCALES: Readonly<Record<Language, string>> = { ro: 'ro', ru: 'ru', en: 'en-GB' };
const DAYS = new Map(
  LANGUAGES.map((language) => [
    language,
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }),
  ]),
);

/** A calendar day, `YYYY-MM-DD`, in words. */
export function toDayText(day: string, language: Language): string {
  return DAYS.get(language)?.format(Date.parse(day)) ?? day;
}

const ENDS = new Map(
  LANGUAGES.map((language) => [
    language,
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: TIME_ZONE }),
  ]),
);

/** The last day of a plan that ends at this instant, in words: "until" includes that day. */
export function toLastDayText(endsAtMs: number, language: Language): string {
  return ENDS.get(language)?.format(endsAtMs - 1) ?? '';
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
    hour: 'numeric',
    minute: '2-digit',
    ...(second && { second }),
    timeZoneName: 'shortOffset',
  });
  return (atMs) => format.format(atMs);
}
