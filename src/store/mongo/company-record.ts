import type { StoredCompany } from '../port/companies.ts';
import type { CompanyDocument } from './collections.ts';
import { toSearchFields } from './company-index.ts';

export function toCompanyDocument(stored: StoredCompany): CompanyDocument {
  const { status, ...cells } = stored.raw;
  const raw = status === null ? cells : { ...cells, status };
  return { _id: stored.company.idno, ...stored, raw, search: toSearchFields(stored) };
}

export function toStoredCompany({ _id, search, ...stored }: CompanyDocument): StoredCompany {
  return { ...stored, raw: { ...stored.raw, status: stored.raw.status ?? null } };
}
