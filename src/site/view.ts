import type { Language } from '../domain/account/language.ts';
import { createPages, type Frame } from '../web/frame/frame.ts';
import { type TaggedAnswer, toPage } from '../web/tagged-answer.ts';
import { en, type Texts } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
const PAGES = createPages({ folder: import.meta.dirname, style: 'site.css' });

export const { serveAssets } = PAGES;

/** One of the two pages, ready to be sent any number of times. */
export function render(
  template: 'start' | 'status',
  language: Language,
  supportUrl: string | null,
  values: object,
): TaggedAnswer {
  const t = TEXTS[language][template];
  const isStatus = template === 'status';
  const frame: Frame = {
    language,
    title: t.title,
    description: t.description,
    supportUrl,
    current: isStatus ? 'status' : undefined,
    languageChoice: { next: isStatus ? '/status' : '/' },
  };
  return toPage(PAGES.render(template, { ...values, frame, t }));
}

/** Memoizes a page by its language for the facts of the last call: other facts clear the pages. */
export function makeInEachLanguage<Facts>(
  make: (facts: Facts, language: Language) => TaggedAnswer,
): (facts: Facts, language: Language) => TaggedAnswer {
  let shown: Facts | undefined;
  const pages = new Map<Language, TaggedAnswer>();
  return (facts, language) => {
    if (facts !== shown) pages.clear();
    shown = facts;
    const page = pages.get(language) ?? make(facts, language);
    pages.set(language, page);
    return page;
  };
}
