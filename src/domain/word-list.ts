const TYPES = { and: 'conjunction', or: 'disjunction' } as const;
/** Without a comma before the last word. */
const ENGLISH = 'en-GB';

/** `a, b or c`, in English or in the language given. */
export function toWordList(
  words: readonly string[],
  link: keyof typeof TYPES,
  language = ENGLISH,
): string {
  const locale = language === 'en' ? ENGLISH : language;
  return new Intl.ListFormat(locale, { type: TYPES[link] }).format(words);
}
