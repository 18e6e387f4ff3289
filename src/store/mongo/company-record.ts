import { listPeople, toSearchableName } from '../../domain/company/search-text.ts';
import { mapColumns, OPTIONAL_COLUMNS, type RegisterRow } from '../../domain/register/columns.ts';
import {
  toFounderIdentifiers,
  toIdentifierText,
} from '../../domain/register/founders/identifiers.ts';
import type { CompanyChange, StoredCompany } from '../port/companies.ts';
import type { ChangeDocument, CompanyDocument, NameFields, SearchFields } from './documents.ts';

export function toCompanyDocument(stored: StoredCompany): CompanyDocument {
  const raw: Partial<RegisterRow> = { ...stored.raw };
  for (const column of OPTIONAL_COLUMNS) if (raw[column] === null) delete raw[column];
  return { _id: stored.company.idno, ...stored, raw, search: toSearchFields(stored) };
}

export function toStoredCompany({ _id, search, ...stored }: CompanyDocument): StoredCompany {
  return { ...stored, raw: mapColumns((column) => stored.raw[column] ?? null) };
}

export function toChangeDocument(change: CompanyChange): ChangeDocument {
  const { idno, revision, previous } = change;
  const formerName = previous.company?.name;
  return {
    _id: `${idno}:${revision}`,
    ...change,
    ...(formerName === undefined ? {} : { search: toNameFields(formerName) }),
  };
}

export function toChange({ _id, search, ...change }: ChangeDocument): CompanyChange {
  return change;
}

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
    name,
    initial: characters[0] ?? '',
    length: characters.length,
    words,
  };
}

function toDistinct(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '');
}
