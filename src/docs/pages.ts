import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { GUIDE_PATHS } from '../web/frame/guide-paths.ts';
import type { Texts } from './locales/en.ts';
import { en } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';
import { GUIDE_SECTIONS } from './locales/texts.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };

export const SEARCH_PATH = '/docs/search';

type PageName = keyof Texts['pages'];

/** A page of the documentation. */
export interface Page {
  path: string;
  name: PageName | 'search';
  /** Of the browser's tab, and in lists of results. */
  title: string;
  language: Language;
  /** The anchors and titles of the sections that its menu names. */
  sections: readonly (readonly [id: string, title: string])[];
}

/** The guide exists in every language, the other pages in English only. */
const GUIDES: readonly Page[] = LANGUAGES.map((language) => ({
  path: GUIDE_PATHS[language],
  name: 'guide',
  title: TEXTS[language].pages.guide,
  language,
  sections: GUIDE_SECTIONS.map((id) => [id, TEXTS[language].sections[id]]),
}));

const ENGLISH_PAGES: readonly Page[] = [
  {
    path: '/docs/reference',
    name: 'reference',
    title: 'Reference',
    language: 'en',
    sections: [
      ['request', 'Request'],
      ['authentication', 'Authentication'],
      ['company', 'The company'],
      ['responses', 'Responses'],
      ['search', 'Search'],
      ['changes', 'Changes'],
    ],
  },
  {
    path: '/docs/data',
    name: 'data',
    title: 'Data dictionary',
    language: 'en',
    sections: [
      ['sources', 'Sources'],
      ['fields', 'Fields'],
      ['search', 'Search'],
      ['changes', 'Changes'],
      ['flags', 'What is uncertain'],
      ['absent', 'What is not here'],
    ],
  },
  {
    path: '/docs/mcp',
    name: 'mcp',
    title: 'AI assistants',
    language: 'en',
    sections: [
      ['connect', 'Connect'],
      ['tools', 'Tools'],
      ['limit', 'The limit'],
      ['protocol', 'Protocol'],
    ],
  },
  {
    path: '/docs/versions',
    name: 'versions',
    title: 'Versions',
    language: 'en',
    sections: [
      ['policy', 'Policy'],
      ['deprecation', 'Deprecation'],
      ['changelog', 'Changelog'],
    ],
  },
];

export const PAGES: readonly Page[] = [...GUIDES, ...ENGLISH_PAGES];

/** The page of results, which no menu names. */
export function toSearchPage(language: Language): Page {
  const title = TEXTS[language].finder.label;
  return { path: SEARCH_PATH, name: 'search', title, language, sections: [] };
}

/** The pages of the menu in a language, in the order of reading. */
export function listMenu(language: Language): Page[] {
  return PAGES.filter((page) => page.name !== 'guide' || page.language === language);
}
