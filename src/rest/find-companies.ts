import type { Company } from '../domain/company/company.ts';
import { isStoredIdno } from '../domain/company/idno.ts';
import { toNameSearch } from '../domain/company/search-text.ts';
import { Unavailable } from '../domain/errors.ts';
import type {
  CompanySummary,
  FoundCompany,
  OpenSearchReads,
  SearchFilter,
  SearchPlace,
  SearchReads,
} from '../store/port/search-reads.ts';
import type { SearchRequest } from './search-query.ts';

/** How long a search may wait and run. */
const SEARCH_TIMEOUT_MS = 2_000;
/** The most searches at once, which either run or wait for others; further ones are refused. */
const MAX_SEARCHES = 40;

export interface SearchSources {
  /** A share of the store's reads apart from look-ups and from staff. */
  openSearchReads: OpenSearchReads;
  findCompany: (idno: string) => Promise<Company | null>;
  timeoutMs?: number | undefined;
}

export interface FoundPage {
  companies: FoundCompany[];
  /** The place of the last company; null if there are no others. */
  next: SearchPlace | null;
}

/** Rejects with Unavailable, also when too many searches are waiting. */
export type FindCompanies = (request: SearchRequest) => Promise<FoundPage>;

/** Searches in the store within limits, so that a flood of them delays no look-up. */
export function createFindCompanies(sources: SearchSources): FindCompanies {
  const { openSearchReads, findCompany, timeoutMs = SEARCH_TIMEOUT_MS } = sources;
  let running = 0;

  async function withinLimits<Result>(read: (reads: SearchReads) => Promise<Result>) {
    if (running >= MAX_SEARCHES) throw new Unavailable('too many searches at once');
    running++;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await read(openSearchReads(signal));
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new Unavailable(`a search took over ${timeoutMs} ms`, { cause: error });
    } finally {
      running--;
    }
  }

  return async ({ name, filter, limit, after }) => {
    const idno = name?.replace(/\s+/g, '') ?? '';
    if (isStoredIdno(idno)) {
      const company = after === null ? await findCompany(idno) : null;
      const isFound = company !== null && matches(company, filter);
      return toPage(isFound ? [toFound(company)] : [], limit);
    }
    // One more than is shown tells whether there are others.
    const first = limit + 1;
    const found = await withinLimits(async (reads) => {
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

/** Of a list by IDNO. */
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
