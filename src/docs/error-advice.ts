import type { Language } from '../domain/account/language.ts';
import { toInlineHtml } from '../web/frame/markup.ts';
import { TEXTS } from './pages.ts';

/** What to do about an `error` of the API, as HTML; null where the documents do not know it. */
export function toErrorAdvice(error: string, language: Language): string | null {
  const texts = new Map(Object.entries(TEXTS[language].errors.byName));
  const text = texts.get(error);
  return text === undefined ? null : toInlineHtml(text);
}
