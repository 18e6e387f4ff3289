import { GraphQLError } from 'graphql';
import type { Company } from '../domain/company/company.ts';
import { isStoredIdno } from '../domain/company/idno.ts';
import { matchesFilter, type SearchFilter } from '../domain/company/search-parameters.ts';
import type { CompanyListContext } from '../schema/loaders.ts';
import type { ApiReads } from '../store/port/query-reads.ts';
import type { CompanySummary } from '../store/port/search-reads.ts';
import { RefusedRequest } from '../web/errors.ts';
import { compileDocument } from './documents.ts';

/** The fields of a company in a page, in the order of the JSON. */
const NODE = 'idno name legal_form: legalForm status region url delistedSince';
const PAGE = '(filter: $filter, first: $first, after: $after)';
const VARIABLES = '$filter: CompanyFilter, $first: Int!, $after: String';
const SEARCH_DOCUMENT = `query Search($text: String!, ${VARIABLES}) {
  page: search(text: $text, ${PAGE.slice(1)} {
    edges { former_name: formerName node { ${NODE} } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const LIST_DOCUMENT = `query List(${VARIABLES}) {
  page: companies${PAGE} {
    edges { node { ${NODE} } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The variables of these documents. */
export interface SearchRequest {
  /** The name as it was typed; null: all companies that match the filter, in the order of IDNOs. */
  text: string | null;
  filter: SearchFilter;
  first: number;
  after: string | null;
}

type SearchedCompany = Pick<Company, 'idno' | 'name' | 'status' | 'region'> & {
  legal_form: Company['legalForm'];
  url: string;
};

/** A page of a search, with the names and the order of the API's JSON. */
export interface SearchPage {
  companies: (SearchedCompany & {
    /** The name that matched; null if it is the current one. */
    former_name: string | null;
    /** `YYYY-MM-DD`; null while the register lists the company. */
    removed_since: string | null;
  })[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

interface Data {
  page: {
    edges: {
      node: SearchedCompany & { delistedSince: string | null };
      former_name?: string | null;
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

export interface SearchSources extends Pick<CompanyListContext, 'toCompanyUrl'> {
  findCompany: (idno: string) => Promise<Company | null>;
  read: <Result>(ask: (reads: ApiReads) => Promise<Result>) => Promise<Result>;
}

/**
 * Who asks: the id of an account or of a visitor, whose reads are limited together; null: anyone with
 * the public test key, for whom there are only the test companies.
 */
export type Client = string | null;

/** Counts what a search finds; null if that is more than `max`. Rejects with Unavailable. */
export type CountFound = (
  request: Pick<SearchRequest, 'text' | 'filter'>,
  max: number,
  client: Client,
) => Promise<number | null>;

/** A 400 whose message names the parameter. */
export function refuseQuery(message: string): RefusedRequest {
  return new RefusedRequest({ status: 400, error: 'invalid_query', message });
}

const search = compileDocument<CompanyListContext, object, Data, SearchPage>(
  SEARCH_DOCUMENT,
  toPage,
);
const list = compileDocument<CompanyListContext, object, Data, SearchPage>(LIST_DOCUMENT, toPage);

/** Rejects with RefusedRequest or Unavailable. */
export async function findSearchPage(
  request: SearchRequest,
  sources: SearchSources,
): Promise<SearchPage> {
  try {
    const ask = request.text === null ? list : search;
    return await ask(request, toContext(request, sources));
  } catch (error) {
    const isCursor = error instanceof GraphQLError && error.extensions['code'] === 'INVALID_CURSOR';
    if (!isCursor) throw error;
    throw refuseQuery('Give after as next of an answer to the same name and filters.');
  }
}

function toContext(
  { text, filter }: SearchRequest,
  { findCompany, read, toCompanyUrl }: SearchSources,
): CompanyListContext {
  const idno = text?.replace(/\s+/g, '') ?? '';
  // These documents ask for no other fields of the companies.
  const toCompany = (summary: CompanySummary) => summary as Company;
  return {
    toCompanyUrl,
    async findCompaniesByName(query) {
      if (isStoredIdno(idno)) {
        const company = query.after === null ? await findCompany(idno) : null;
        const position = { rank: 0, length: 0, name: '', idno } as const;
        const isFound = company !== null && matchesFilter(company, filter);
        return isFound ? [{ company, formerName: null, position }] : [];
      }
      const found = await read((reads) => reads.searchNames(query));
      return found.map(({ company, ...rest }) => ({ company: toCompany(company), ...rest }));
    },
    async listCompanies(wanted, after, first) {
      const found = await read((reads) => reads.listMatching(wanted, after, first));
      return found.map(toCompany);
    },
  };
}

function toPage({ page: { edges, pageInfo } }: Data): SearchPage {
  return {
    companies: edges.map(({ node: { delistedSince, ...fields }, former_name = null }) => ({
      ...fields,
      former_name,
      removed_since: delistedSince,
    })),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}
