import type { Language } from '../../domain/account/language.ts';

/** Where the guide of the documentation is in each language. */
export const GUIDE_PATHS: Readonly<Record<Language, string>> = {
  ro: '/docs/ro',
  ru: '/docs/ru',
  en: '/docs',
};
