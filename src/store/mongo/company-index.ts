import { listPeople, toSearchName } from '../../domain/company/search-text.ts';
import {
  toFounderIdentifiers,
  toIdentifierText,
} from '../../domain/register/founders/identifiers.ts';
import type { StoredCompany } from '../port/companies.ts';
import type { SearchFields } from './collections.ts';

/** Increased with each change of the normalization; the stored fields are then replaced. */
export const SEARCH_VERSION = 2;

export function toSearchFields(stored: StoredCompany): SearchFields {
  const name = toSearchName(stored.company.name);
  const characters = [...name];
  const identifiers = toFounderIdentifiers(stored).filter((identifier) => identifier !== null);
  return {
    version: SEARCH_VERSION,
    name,
    initial: characters[0] ?? '',
    length: characters.length,
    words: toDistinct(name.split(' ')),
    people: toDistinct(listPeople(stored).flatMap((person) => person.split(' '))),
    founders: toDistinct(identifiers.map(toIdentifierText)),
  };
}

function toDistinct(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '');
}
