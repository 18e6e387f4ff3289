import type { Language } from '../domain/account/language.ts';
import { foldWords } from '../domain/register/folded-words.ts';
import { unescapeHtml } from '../web/frame/markup.ts';

/** The longest query; the rest of a longer one is ignored. */
export const MAX_QUERY_LENGTH = 100;
const MAX_WORDS = 8;
const MAX_RESULTS = 20;
/** Words of an excerpt, and how many of them come before the first that was found. */
const EXCERPT_WORDS = 24;
const LEADING_WORDS = 8;
/** In longer words the last two letters may differ, as endings do: `cheie` finds `cheia`. */
const STEM_LENGTH = 4;
const ENDING_LENGTH = 2;

/** A page as it is served. */
export interface IndexedPage {
  path: string;
  title: string;
  language: Language;
  /** The languages in whose menu it is. */
  menus: readonly Language[];
  html: string;
}

/** What can be found: a section, a field, an error, a version. */
interface Entry {
  page: IndexedPage;
  href: string;
  title: string;
  /** The title of the section that it is in. */
  section: string;
  words: Word[];
  /** With a space before each word. */
  foldedTitle: string;
  foldedText: string;
}

interface Word {
  text: string;
  folded: string;
}

/**
 * Searches headings, the text under each of them, and rows of tables that have an anchor. Results
 * for a reader of the language come best first; a search without a word has none.
 */
export function createSearchDocs(pages: readonly IndexedPage[]) {
  const entries = pages.flatMap(toEntries);
  return (query: string, language: Language) => {
    const words = foldWords(query.slice(0, MAX_QUERY_LENGTH)).split(' ', MAX_WORDS);
    if (words[0] === '') return [];
    const found = entries
      .filter(({ page }) => page.menus.includes(language))
      .map((entry) => ({ entry, score: rank(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, MAX_RESULTS)
      .map(({ entry }) => entry);
    return found.map((entry) => toResult(entry, words, toDistinctTitle(entry, found)));
  };
}

/** The score of an entry; 0 if it lacks one of the words. */
function rank({ foldedTitle, foldedText }: Entry, words: readonly string[]): number {
  let score = foldedTitle.startsWith(` ${words.join(' ')}`) ? 100 : 1;
  for (const word of words) {
    if (foldedTitle.includes(` ${word}`)) score += 100;
    else if (foldedText.includes(` ${word}`)) score += 10;
    else if (!foldedText.includes(` ${toStem(word)}`)) return 0;
  }
  return score;
}

function toStem(word: string): string {
  if (word.length <= STEM_LENGTH || /\d/.test(word)) return word;
  return word.slice(0, Math.max(STEM_LENGTH, word.length - ENDING_LENGTH));
}

/** The title, with section and page if another result has the same title. */
function toDistinctTitle(entry: Entry, found: readonly Entry[]): string {
  const { title, page, section } = entry;
  const others = found.filter((one) => one !== entry && one.title === title);
  if (others.length === 0) return title;
  const isOfPage = others.some((one) => one.page === page);
  return [title, ...(isOfPage ? [section] : []), page.title].join(' · ');
}

function toResult({ page, href, words: text }: Entry, words: readonly string[], title: string) {
  const stems = words.map((word) => ` ${toStem(word)}`);
  const isFound = ({ folded }: Word) => stems.some((stem) => ` ${folded}`.includes(stem));
  const start = Math.max(0, text.findIndex(isFound) - LEADING_WORDS);
  const excerpt = text.slice(start, start + EXCERPT_WORDS);
  return {
    href,
    title,
    page: page.title,
    language: page.language,
    excerpt: excerpt.map((word) => ({ text: word.text, isFound: isFound(word) })),
    /** Whether the text goes on before and after the excerpt. */
    isCut: { before: start > 0, after: start + EXCERPT_WORDS < text.length },
  };
}

const MAIN = /<main[\s\S]*<\/main>/;
const HEADING = /<h[123](?: id="([^"]+)")?>([\s\S]*?)<\/h[123]>/;
const ROW = /<tr id="([^"]+)">([\s\S]*?)<\/tr>/g;
const ROW_TITLE = /<th scope="row">([\s\S]*?)<\/th>/;
/** Code and pictures are not searched. */
const UNSEARCHED = /<(pre|svg|button|nav|form)\b[\s\S]*?<\/\1>/g;

function toEntries(page: IndexedPage): Entry[] {
  const main = (MAIN.exec(page.html)?.[0] ?? '').replace(UNSEARCHED, ' ');
  return main.split(/(?=<h2)/).flatMap((chapter) => {
    const section = toText(HEADING.exec(chapter)?.[2] ?? '');
    const parts = chapter.split(/(?=<h[123])/).flatMap((html) => {
      const [heading = '', id, title = ''] = HEADING.exec(html) ?? [];
      return title === '' ? [] : [{ id, title, html: html.slice(heading.length) }];
    });
    const rows = [...chapter.matchAll(ROW)].map(([, id, html = '']) => {
      return { id, title: ROW_TITLE.exec(html)?.[1] ?? '', html: html.replace(ROW_TITLE, '') };
    });
    return [...parts, ...rows].map((part) => toEntry(page, section, part));
  });
}

interface Part {
  id: string | undefined;
  title: string;
  html: string;
}

function toEntry(page: IndexedPage, section: string, { id, title, html }: Part): Entry {
  const shownTitle = toText(title);
  const words = toText(html)
    .split(' ')
    .map((text) => ({ text, folded: foldWords(text) }));
  const foldedTitle = ` ${foldWords(shownTitle)}`;
  return {
    page,
    section,
    href: id === undefined ? page.path : `${page.path}#${id}`,
    title: shownTitle,
    words,
    foldedTitle,
    foldedText: `${foldedTitle} ${words.map(({ folded }) => folded).join(' ')}`,
  };
}

function toText(html: string): string {
  return unescapeHtml(html.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?)])/g, '')
    .trim();
}
