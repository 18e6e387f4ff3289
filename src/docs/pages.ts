import { LANGUAGES, type Language } from '../domain/account/language.ts';
import type { OperationName } from '../rest/operations.ts';
import { GUIDE_PATHS } from '../web/frame/frame.ts';
import { toInlineHtml } from '../web/frame/markup.ts';
import { en, type Texts } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';
import { API_OPERATIONS } from './openapi/operations.ts';
import { toOperationPath } from './reference.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };

export const SEARCH_PATH = '/docs/search';

/** A page of the documentation. */
export interface Page {
  path: string;
  /** The name of its template. */
  name: keyof Texts['pages'] | 'operation' | 'search';
  /** The operation that a page of the reference describes. */
  operation?: OperationName;
  /** Shown in the browser's tab and in search results. */
  title: string;
  language: Language;
  /** The titles of the sections that its menu names, by their anchors. */
  sections: Readonly<Record<string, string>>;
}

/** The guide and the page of the widget exist in every language, the other pages in English only. */
const GUIDE_PAGES: readonly Page[] = LANGUAGES.map((language) => ({
  path: GUIDE_PATHS[language],
  name: 'guide',
  title: TEXTS[language].pages.guide,
  language,
  sections: TEXTS[language].sections,
}));

/** At one address, in the language of the visitor; not where there is no widget. */
const WIDGET_PAGES: readonly Page[] = LANGUAGES.map((language) => ({
  path: '/docs/widget',
  name: 'widget',
  title: TEXTS[language].pages.widget,
  language,
  sections: TEXTS[language].widget.sections,
}));

const OPERATION_PAGES: readonly Page[] = Object.entries(API_OPERATIONS).map(
  ([name, operation]) => ({
    path: toOperationPath(name),
    name: 'operation',
    operation: name as OperationName,
    title: operation.summary,
    language: 'en',
    sections: {
      ...(operation.parameters.length > 0 && { parameters: 'Parameters' }),
      ...(operation.requestBody && { body: 'Body' }),
      answer: 'The response',
      responses: 'Statuses',
    },
  }),
);

/** The pages of every service. */
export const PAGES: readonly Page[] = [
  ...GUIDE_PAGES,
  toEnglishPage('reference', {
    operations: 'Operations',
    webhooks: 'Webhooks',
    authentication: 'Authentication',
    shared: 'Shared responses',
    headers: 'Headers',
  }),
  ...OPERATION_PAGES,
  toEnglishPage('data', {
    sources: 'Sources',
    fields: 'Fields',
    'several-companies': 'Several companies',
    search: 'Search',
    history: 'History',
    changes: 'Changes',
    usage: 'Usage',
    watchlist: 'Watch list',
    flags: 'What is uncertain',
    absent: 'What is not here',
  }),
  toEnglishPage('excel', {
    companies: 'Companies by IDNO',
    csv: 'A CSV file',
  }),
  toEnglishPage('mcp', {
    connect: 'Connect',
    tools: 'Tools',
    limit: 'The limit',
    protocol: 'Protocol',
  }),
  toEnglishPage('versions', {
    policy: 'Policy',
    deprecation: 'Deprecation',
    changelog: 'Changelog',
  }),
];

function toEnglishPage(name: keyof Texts['pages'], sections: Page['sections']): Page {
  return { path: `/docs/${name}`, name, title: en.pages[name], language: 'en', sections };
}

/** The page of search results, which is in no menu. */
export function toSearchPage(language: Language): Page {
  const title = TEXTS[language].finder.label;
  return { path: SEARCH_PATH, name: 'search', title, language, sections: {} };
}

/** All pages of a service, with that of the widget or without it. */
export function listPages(hasWidget: boolean): readonly Page[] {
  return hasWidget ? [...PAGES, ...WIDGET_PAGES] : PAGES;
}

/** Those of the menu in a language, in the order of reading. */
export function listMenu(language: Language, pages: readonly Page[]): Page[] {
  const isTranslated = ({ name }: Page) => name === 'guide' || name === 'widget';
  return pages.filter((page) => !isTranslated(page) || page.language === language);
}

/** What to do about an `error` of the API, as HTML; null where the documents do not know it. */
export function toErrorAdvice(error: string, language: Language): string | null {
  const text = new Map(Object.entries(TEXTS[language].errors.byName)).get(error);
  return text === undefined ? null : toInlineHtml(text);
}
