import { findLegalForm, LEGAL_FORMS } from '../register/legal-form.ts';
import { toWordList } from '../word-list.ts';
import { type Company, LEGAL_STATUSES, type LegalStatus } from './company.ts';

/** The most companies in one answer to a search. */
export const MAX_SEARCH_LIMIT = 50;
export const DEFAULT_SEARCH_LIMIT = 20;
/** The most companies that a search counts. */
export const MAX_COUNTED_COMPANIES = 10_000;
/** More than the longest cursor has. */
export const MAX_CURSOR_LENGTH = 1_000;
/** A CUATM code as it is served. */
export const REGION_PATTERN = '^[0-9]{4}$';
/** A CAEM code as it is served. */
export const CAEM_PATTERN = '^([0-9]{2}\\.[0-9]{2}|[0-9]{5})$';

/** The filter of the API's searches. A company must match all given fields. */
export interface SearchFilter {
  legalForm?: string;
  status?: LegalStatus;
  /** Four digits. */
  region?: string;
  /** The first two digits of the region. */
  district?: string;
  /** A code among its activities. */
  caem?: string;
}

export function matchesFilter(
  company: Company,
  { status, region, district, legalForm, caem }: SearchFilter,
): boolean {
  return (
    (status === undefined || company.status === status) &&
    (region === undefined || company.region === region) &&
    (district === undefined || company.region?.startsWith(district) === true) &&
    (legalForm === undefined || company.legalForm === legalForm) &&
    (caem === undefined || company.caem.some(({ code }) => code === caem))
  );
}

/** A value that a filter takes. */
export interface FilterForm<Value = string> {
  /** Null for a text of another form, which would find nothing, or the wrong companies. */
  toValue: (text: string) => Value | null;
  /** For messages: what it must be. */
  form: string;
}

export const FILTER_FORMS = {
  legalForm: { toValue: findLegalForm, form: toWordList(LEGAL_FORMS, 'or') },
  status: {
    toValue: (text) => LEGAL_STATUSES.find((status) => status === text) ?? null,
    form: toWordList(LEGAL_STATUSES, 'or'),
  },
  region: ofPattern(REGION_PATTERN, 'four digits such as 0120'),
  district: ofPattern('^[0-9]{2}$', 'two digits such as 01'),
  caem: ofPattern(CAEM_PATTERN, 'one code such as 62.01, or five digits'),
} satisfies { [Name in keyof SearchFilter]-?: FilterForm<SearchFilter[Name]> };

function ofPattern(pattern: string, form: string): FilterForm {
  const regExp = new RegExp(pattern);
  return { toValue: (text) => (regExp.test(text) ? text : null), form };
}
