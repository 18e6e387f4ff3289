import { listPeople, toSearchableName } from '../../domain/company/search-text.ts';
import { mapColumns, OPTIONAL_COLUMNS, type RegisterRow } from '../../domain/register/columns.ts';
import {
  toFounderIdentifiers,
  toIdentifierText,
} from '../../domain/register/founders/identifiers.ts';
import { readHistoryId } from '../imports/history.ts';
import type { StoredCompany } from '../port/companies.ts';
import type { HistoryDocument } from '../port/layout.ts';
import { toUpserted } from './document-collection.ts';
import type { CompanyDocument, FormerNameDocument, NameFields, SearchFields } from './documents.ts';

export function toCompanyDocument(stored: StoredCompany): CompanyDocument {
  const raw: Partial<RegisterRow> = { ...stored.raw };
  for (const column of OPTIONAL_COLUMNS) if (raw[column] === null) delete raw[column];
  return { _id: stored.company.idno, ...stored, raw, search: toSearchFields(stored) };
}

export function toStoredCompany({ _id, search, ...stored }: CompanyDocument): StoredCompany {
  return { ...stored, raw: mapColumns((column) => stored.raw[column] ?? null) };
}

/** The name that a change replaced, for the search; a name that the company kept has none. */
export function toFormerNameDocument(change: HistoryDocument): FormerNameDocument {
  const formerName = change.previous.company?.name;
  return {
    ...toUpserted(change),
    ...(formerName !== undefined && {
      search: { ...toNameFields(formerName), ...readHistoryId(change.id) },
    }),
  };
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
