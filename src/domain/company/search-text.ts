import { foldCompanyName } from '../register/company-name.ts';
import { foldLatinName } from '../register/folded-words.ts';
import type { Company } from './company.ts';

/** The maximum length of a search; the rest of a longer text is ignored. */
export const MAX_SEARCH_LENGTH = 200;
const MAX_WORDS = 12;
/** The maximum number of people by whose names a company is found. */
const MAX_PEOPLE = 500;

/** Folding alone does not match these: an â typed as a, a hyphen or an apostrophe left out. */
const HAS_OTHER_SPELLING = /[âÂ]|[\p{L}\p{N}][-‐‑‒–—―−'’‘‚‛`´ʼ′][\p{L}\p{N}]/u;
const CIRCUMFLEX_A = /[âÂ]/g;
const HYPHEN = /(?<=[\p{L}\p{N}])[-‐‑‒–—―−](?=[\p{L}\p{N}])/gu;
const APOSTROPHE = /(?<=[\p{L}\p{N}])['’‘‚‛`´ʼ′](?=[\p{L}\p{N}])/gu;
/** КВИНТ becomes cvint. */
const K_BEFORE_E_OR_I = /k(?=[ei])/g;
const CYRILLIC_K = /[кК]/;
/** КОЛОС becomes colos, ФАКЕЛ fachel. */
const SPELLED_K = /ch(?=[ei])|c(?![eih])/g;

/** A registered name in the form that searches compare. */
export interface SearchableName {
  /**
   * For search and order: folded, without its legal form. A name that is only a legal form keeps
   * it.
   */
  name: string;
  /**
   * The words of `name`, and those that people type who leave out diacritics, hyphens or
   * apostrophes, or use Cyrillic letters, whose one k is c or ch in Romanian. `SÂNGEREI AGRO-COM`
   * has singerei, agro and com, and also sangerei and agrocom; `KVINT D'OR` also dor and cvint, and
   * `КВИНТ` kvint.
   */
  words: string[];
}

export function toSearchableName(registered: string): SearchableName {
  const name = toSearchName(registered);
  const spellings = [name];
  if (HAS_OTHER_SPELLING.test(registered)) {
    const typed = [registered, registered.replace(CIRCUMFLEX_A, 'a')];
    for (const sign of [HYPHEN, APOSTROPHE]) {
      typed.push(...typed.map((spelling) => spelling.replace(sign, '')));
    }
    const others = new Set(typed);
    others.delete(registered);
    spellings.push(...Array.from(others, toSearchName));
  }
  if (name.includes('k')) {
    spellings.push(name.replace(K_BEFORE_E_OR_I, 'ch').replaceAll('k', 'c'));
  }
  if (CYRILLIC_K.test(registered)) spellings.push(name.replace(SPELLED_K, 'k'));
  const words = new Set(spellings.flatMap((spelling) => spelling.split(' ')));
  words.delete('');
  return { name, words: [...words] };
}

/** The search for a typed company name; empty if there is nothing to search for. */
export function toNameSearch(typed: string): string {
  return toSearchName(typed.slice(0, MAX_SEARCH_LENGTH)).split(' ', MAX_WORDS).join(' ');
}

function toSearchName(name: string): string {
  return foldCompanyName(name) || foldLatinName(name);
}

/** The words of a typed person's name; the last may be incomplete. */
export function toPersonSearch(typed: string): string[] {
  const words = foldLatinName(typed.slice(0, MAX_SEARCH_LENGTH));
  return words === '' ? [] : words.split(' ', MAX_WORDS);
}

/** How a name matches a search: it begins with it (0) or has all its words (1). */
export type NameRank = 0 | 1;

/** The search is folded (see `toNameSearch`), its last word may be incomplete. Null: no match. */
export function rankName({ name, words }: SearchableName, search: string): NameRank | null {
  if (name.startsWith(search)) return 0;
  return hasWords(words, search.split(' ')) ? 1 : null;
}

/** Founders and administrators, folded; at most MAX_PEOPLE. */
export function listPeople({
  company: { founders, admins },
}: {
  company: Pick<Company, 'founders' | 'admins'>;
}): string[] {
  const names = founders.map(({ name }) => name);
  for (const name of admins) if (!names.includes(name)) names.push(name);
  return names.slice(0, MAX_PEOPLE).map(foldLatinName);
}

/** Whether a person's registered name has all the words of a search. */
export function matchesPerson(name: string, words: readonly string[]): boolean {
  return matchesAnyPerson([foldLatinName(name)], words);
}

/** Whether the folded name of any of these people has all the words. */
export function matchesAnyPerson(people: readonly string[], words: readonly string[]): boolean {
  return people.some((person) => hasWords(person.split(' '), words));
}

/** The last word may be incomplete. */
function hasWords(own: readonly string[], words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const whole = words.slice(0, -1);
  return whole.every((word) => own.includes(word)) && own.some((word) => word.startsWith(last));
}
