import { type Language, LOCALES } from './account/language.ts';

const TYPES = { and: 'conjunction', or: 'disjunction' } as const;

/** `a, b or c`, in English or in the language given. */
export function toWordList(
  words: readonly string[],
  link: keyof typeof TYPES,
  language: Language = 'en',
): string {
  return new Intl.ListFormat(LOCALES[language], { type: TYPES[link] }).format(words);
}
