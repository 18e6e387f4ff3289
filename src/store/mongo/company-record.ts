import { mapColumns, OPTIONAL_COLUMNS, type RegisterRow } from '../../domain/company/company.ts';
import type { CompanyChange, StoredCompany } from '../port/companies.ts';
import { toNameFields, toSearchFields } from './company-index.ts';
import type { ChangeDocument, CompanyDocument } from './documents.ts';

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
