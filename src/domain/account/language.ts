/** The languages of pages and mails, the default first. */
export const LANGUAGES = ['ro', 'ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English is British: no comma before the last word of a list, and the day before the month. */
export const LOCALES: Readonly<Record<Language, string>> = { ro: 'ro', ru: 'ru', en: 'en-GB' };

export const DEFAULT_LANGUAGE: Language = 'ro';

export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** A newer version may have stored a language that this version does not know. */
export function toLanguage(text: string): Language {
  return isLanguage(text) ? text : DEFAULT_LANGUAGE;
}
