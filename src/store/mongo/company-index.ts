import { listPeople, toSearchableName } from '../../domain/company/search-text.ts';
import {
  toFounderIdentifiers,
  toIdentifierText,
} from '../../domain/register/founders/identifiers.ts';
import type { StoredCompany } from '../port/companies.ts';
import type { NameFields, SearchFields } from './documents.ts';

/**
 * Increased with each change of the normalization, and with what else is recorded of a written
 * company: activities are since 3, words in other spellings since 4. The stored fields are then
 * replaced.
 */
export const SEARCH_VERSION = 4;

export function toSearchFields(stored: StoredCompany): SearchFields {
  const identifiers = toFounderIdentifiers(stored).filter((identifier) => identifier !== null);
  return {
    ...toNameFields(stored.company.name),
    people: toDistinct(listPeople(stored).flatMap((person) => person.split(' '))),
    founders: toDistinct(identifiers.map(toIdentifierText)),
  };
}

export function toNameFields(registeredName: string): NameFields {
  const { name, words } = toSearchableName(registeredName);
  const characters = [...name];
  return {
    version: SEARCH_VERSION,
    name,
    initial: characters[0] ?? '',
    length: characters.length,
    words,
  };
}

function toDistinct(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '');
}
