import { foldCompanyName } from '../register/company-name.ts';
import { foldWords } from '../register/folded-words.ts';
import type { CompanyRecord } from './company.ts';

/** What people type to find something; the rest of a longer text is not looked at. */
export const MAX_SEARCH_LENGTH = 200;
const MAX_WORDS = 12;
/** The most names of people that one company is found by. */
const MAX_PEOPLE = 500;

/**
 * What a company's name is searched and ordered by: folded, without the words of its form. A name
 * that is nothing but a form is searched by that.
 */
export function toSearchName(name: string): string {
  return foldCompanyName(name) || foldWords(name);
}

/** What a typed name of a company is looked for as; empty where there is nothing to look for. */
export function toNameSearch(typed: string): string {
  return toSearchName(typed.slice(0, MAX_SEARCH_LENGTH)).split(' ', MAX_WORDS).join(' ');
}

/** The words of a typed name of a person; the last may be the beginning of one. */
export function toPersonSearch(typed: string): string[] {
  const words = foldWords(typed.slice(0, MAX_SEARCH_LENGTH));
  return words === '' ? [] : words.split(' ', MAX_WORDS);
}

/** Founders and administrators, each folded to plain words; at most MAX_PEOPLE. */
export function listPeople({ company }: Pick<CompanyRecord, 'company'>): string[] {
  const { founders, admins } = company;
  const names = founders.map(({ name }) => name);
  for (const name of admins) if (!names.includes(name)) names.push(name);
  return names.slice(0, MAX_PEOPLE).map(foldWords);
}

/** Whether one of the people has all the words; two people with a part each are no answer. */
export function namesSomeone(people: readonly string[], words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const whole = words.slice(0, -1);
  return people.some((person) => {
    const own = person.split(' ');
    return whole.every((word) => own.includes(word)) && own.some((word) => word.startsWith(last));
  });
}
