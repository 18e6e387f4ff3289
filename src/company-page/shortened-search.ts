import type { SearchPage } from '../answers/search.ts';
import { MAX_SEARCH_LENGTH, toNameSearch } from '../domain/company/search-text.ts';

/** A shorter text finds too much to be what was meant. */
const MIN_LETTERS = 4;
/** The most words that a search that finds nothing suggests. */
const MAX_OTHER_WORDS = 3;
const LETTER = /[\p{L}\p{N}]/gu;
/** The most searches for one text: each halves its beginnings. */
export const MAX_SHORTENED_SEARCHES = Math.ceil(Math.log2(MAX_SEARCH_LENGTH));

interface ShortenedSearch {
  text: string;
  page: SearchPage;
}

/**
 * The longest beginning of a text that finds nothing with which anything is found; null if there is
 * none. A text finds all that a longer one with the same beginning finds, so few have to be tried.
 */
export async function searchShortened(
  text: string,
  find: (text: string) => Promise<SearchPage>,
): Promise<ShortenedSearch | null> {
  const beginnings = listBeginnings(text);
  let found: ShortenedSearch | null = null;
  // Of the beginnings, the shortest first, those below `from` find something and those from `to` on
  // do not.
  let [from, to] = [0, beginnings.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const beginning = beginnings[middle] ?? '';
    const page = await find(beginning);
    if (page.companies.length === 0) to = middle;
    else {
      found = { text: beginning, page };
      from = middle + 1;
    }
  }
  return found;
}

/**
 * The words of a text, except the first one, with enough letters to be searched for alone. The
 * beginnings of the first one are searched for anyway.
 */
export function listOtherWords(text: string): string[] {
  const [, ...others] = text.split(/\s+/);
  const words = new Set(others.filter((word) => countLetters(word) >= MIN_LETTERS));
  return [...words].slice(0, MAX_OTHER_WORDS);
}

/** The shorter beginnings of the text with enough letters beside a legal form, shortest first. */
function listBeginnings(text: string): string[] {
  const characters = [...text];
  const cut = characters.slice(1).map((_, length) => characters.slice(0, length + 1).join(''));
  const beginnings = new Set(cut.map((one) => one.trimEnd()));
  return [...beginnings].filter((one) => countLetters(one) >= MIN_LETTERS);
}

function countLetters(text: string): number {
  return (toNameSearch(text).match(LETTER) ?? []).length;
}
