import type { Company } from '../domain/company/company.ts';
import { isStoredIdno } from '../domain/company/idno.ts';
import { toNameSearch } from '../domain/company/search-text.ts';
import type {
  CompanySummary,
  FoundCompany,
  SearchFilter,
  SearchPlace,
} from '../store/port/search-reads.ts';
import type { ReadWithinLimits } from './limited-reads.ts';
import type { SearchRequest } from './search-query.ts';

export interface SearchSources {
  readWithinLimits: ReadWithinLimits;
  findCompany: (idno: string) => Promise<Company | null>;
}

export interface FoundPage {
  companies: FoundCompany[];
  /** The place of the last company; null if there are no others. */
  next: SearchPlace | null;
}

/** Rejects with Unavailable, also when too many searches are waiting. */
export type FindCompanies = (request: ClientSearch) => Promise<FoundPage>;

/** A search and who sent it: the id of an account. */
export interface ClientSearch extends SearchRequest {
  client: string;
}

/** An IDNO is looked up; all else is searched for in the store. */
export function createFindCompanies(sources: SearchSources): FindCompanies {
  const { readWithinLimits, findCompany } = sources;
  return async ({ client, name, filter, limit, after }) => {
    const idno = name?.replace(/\s+/g, '') ?? '';
    if (isStoredIdno(idno)) {
      const company = after === null ? await findCompany(idno) : null;
      const isFound = company !== null && matches(company, filter);
      return toPage(isFound ? [toFound(company)] : [], limit);
    }
    // One more than is shown tells whether there are others.
    const first = limit + 1;
    const found = await readWithinLimits('a search', client, async (reads) => {
      if (name !== null) {
        return await reads.searchNames({ text: toNameSearch(name), filter, after, first });
      }
      return (await reads.listMatching(filter, after?.idno ?? null, first)).map(toFound);
    });
    return toPage(found, limit);
  };
}

function toPage(found: readonly FoundCompany[], limit: number): FoundPage {
  const companies = found.slice(0, limit);
  const next = found.length > limit ? (companies.at(-1)?.place ?? null) : null;
  return { companies, next };
}

/** As an entry of a list that is sorted by IDNO. */
function toFound(company: CompanySummary): FoundCompany {
  const { idno } = company;
  return { company, formerName: null, place: { rank: 0, length: 0, name: '', idno } };
}

function matches(company: Company, { status, region, legalForm, caem }: SearchFilter): boolean {
  return (
    (status === undefined || company.status === status) &&
    (region === undefined || company.region === region) &&
    (legalForm === undefined || company.legalForm === legalForm) &&
    (caem === undefined || company.caem.some(({ code }) => code === caem))
  );
}
