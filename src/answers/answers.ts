import type { ServedCompany } from '../domain/company/company.ts';
import { MAX_COUNTED_COMPANIES } from '../domain/company/search-parameters.ts';
import { toNameSearch } from '../domain/company/search-text.ts';
import {
  findTestCompany,
  isTestIdno,
  withTestCompanies,
} from '../domain/company/test-companies.ts';
import { type CompanyContext, createCompanyLoader, type Loaders } from '../schema/loaders.ts';
import type { ApiReads } from '../store/port/query-reads.ts';
import {
  type CacheUse,
  cacheAnswers,
  cacheDataDate,
  createCacheUse,
  oncePerTick,
  type ReadDataDate,
} from './caches.ts';
import { type ChangesRequest, toChangesAnswer } from './changes.ts';
import {
  COMPANY_DOCUMENT,
  compileDocument,
  type JsonAnswer,
  toCompanyList,
  toJsonAnswer,
} from './documents.ts';
import {
  type CompanyPast,
  findCompanyAt,
  type HistoryRequest,
  toCompanyPast,
  toHistoryAnswer,
} from './history.ts';
import type { ReadWithinLimits } from './limited-reads.ts';
import {
  type Client,
  type CountFound,
  findSearchPage,
  refuseQuery,
  type SearchPage,
  type SearchRequest,
} from './search.ts';
import { TEST_READS } from './test-register.ts';

/** Pages of searches have a cache of their own, of this share of `answerCacheBytes` in addition. */
const CACHE_SHARE = 1 / 8;

const lookUp = compileDocument<
  CompanyContext,
  { idno: string },
  { company: { delistedSince: string | null } | null },
  JsonAnswer | null
>(COMPANY_DOCUMENT, ({ company }) => {
  if (company === null) return null;
  const { delistedSince, ...fields } = company;
  return { ...toJsonAnswer(fields), delistedSince };
});

export interface AnswerSources {
  companies: {
    findByIdnos: (idnos: readonly string[]) => Promise<(ServedCompany | null)[]>;
    findDataDate: () => Promise<string | null>;
    readDataVersion: () => Promise<number>;
  };
  /** The IDNOs that an account watches, ascending. */
  findWatchList: (accountId: string) => Promise<string[]>;
  readWithinLimits: ReadWithinLimits;
  toCompanyUrl: (idno: string) => string;
  /** Memory for cached companies; 0: nothing is cached. */
  answerCacheBytes: number;
}

export interface ApiSearchRequest extends SearchRequest {
  /** Whether the answer says how many companies there are in all pages. */
  withTotal: boolean;
}

/** Null when the register has no company with this IDNO. Rejects with Unavailable. */
export type FindCompanyAnswer = (idno: string) => Promise<JsonAnswer | null>;

/** The reads that the API, MCP and the pages share. All reject with Unavailable. */
export interface Answers {
  loaders: Loaders;
  toCompanyUrl: (idno: string) => string;
  readDataDate: ReadDataDate;
  findCompany: FindCompanyAnswer;
  /**
   * In the order of the IDNOs, null where there is no such company. Those that are not cached are
   * one read of the store.
   */
  listCompanies: (idnos: readonly string[]) => Promise<JsonAnswer>;
  /** Rejects with RefusedRequest for a cursor of another list. */
  search: (request: ApiSearchRequest, client: Client) => Promise<JsonAnswer>;
  /** The same page as data, without the cache. */
  findPage: (request: SearchRequest, client: Client) => Promise<SearchPage>;
  countFound: CountFound;
  /** Null if not all changes after the start are kept. */
  listChanges: (request: ChangesRequest, client: Client) => Promise<JsonAnswer | null>;
  /** Null when the register has no company with this IDNO. */
  listHistory: (request: HistoryRequest, client: Client) => Promise<JsonAnswer | null>;
  /** As `listHistory`, for the page of the company. */
  findPast: (idno: string, client: Client) => Promise<CompanyPast | null>;
  /**
   * The company as it was served with the last dump of this day, `YYYY-MM-DD`, or before; null when
   * it was not listed yet, or is not known. Rejects with RefusedRequest for a day before the first dump.
   */
  findCompanyAt: (idno: string, day: string, client: Client) => Promise<JsonAnswer | null>;
  /** Of the caches of companies and of pages of searches, kept up to date. */
  cacheUse: Readonly<Record<'companies' | 'searches', Readonly<CacheUse>>>;
}

export function createAnswers(sources: AnswerSources): Answers {
  const { companies, findWatchList, readWithinLimits, toCompanyUrl } = sources;
  const { answerCacheBytes: maxBytes } = sources;
  const { findDataDate } = companies;
  const readDataVersion = oncePerTick(companies.readDataVersion);
  const loaders = {
    companyByIdno: createCompanyLoader(withTestCompanies((idnos) => companies.findByIdnos(idnos))),
  };
  async function read<Result>(
    what: string,
    client: Client,
    ask: (reads: ApiReads) => Promise<Result>,
  ): Promise<Result> {
    return client === null ? ask(TEST_READS) : readWithinLimits(what, client, ask);
  }
  const cacheUse = { companies: createCacheUse(), searches: createCacheUse() };
  const makeAnswer: FindCompanyAnswer = (idno) => lookUp({ idno }, { loaders, toCompanyUrl });
  /** The same for a company that is at hand. */
  const toAnswer = (company: ServedCompany) =>
    lookUp(
      { idno: company.idno },
      { loaders: { companyByIdno: { load: async () => company } }, toCompanyUrl },
    );
  const findCached = cacheAnswers<string, [], null>(makeAnswer, {
    toKey: (idno) => idno,
    readDataVersion,
    maxBytes,
    use: cacheUse.companies,
  });
  // Test companies are answered without the store, whose version the cache would ask for.
  const findCompany: FindCompanyAnswer = (idno) =>
    isTestIdno(idno) ? makeAnswer(idno) : findCached(idno);
  // Every key gets the test companies.
  const readHistory = (idno: string, client: Client) =>
    read('a history', isTestIdno(idno) ? null : client, (reads) => reads.readHistory(idno));
  // Not through the loaders, which find both.
  const findStored = async (idno: string) => (await companies.findByIdnos([idno]))[0] ?? null;
  const findPage = (request: SearchRequest, client: Client) =>
    findSearchPage(request, {
      findCompany: client === null ? async (idno) => findTestCompany(idno) : findStored,
      read: (ask) => read('a search', client, ask),
      toCompanyUrl,
    });
  const countFound: CountFound = ({ text, filter }, max, client) =>
    read('a search', client, (reads) =>
      text === null
        ? reads.countCompanies(filter, max)
        : reads.countNames({ text: toNameSearch(text), filter }, max),
    );
  async function search(
    { withTotal, ...request }: ApiSearchRequest,
    client: Client,
  ): Promise<JsonAnswer> {
    const page = await findPage(request, client);
    if (!withTotal) return toJsonAnswer(page);
    const isWhole = request.after === null && page.next === null;
    const max = MAX_COUNTED_COMPANIES;
    const total = isWhole ? page.companies.length : await countFound(request, max, client);
    return toJsonAnswer({ ...page, ...(total === null ? { more_than: max } : { total }) });
  }
  // Texts of a few letters take the longest to search for, and are asked for most often.
  const searchCached = cacheAnswers<ApiSearchRequest, [client: Client]>(search, {
    toKey: (request) => JSON.stringify(request),
    readDataVersion,
    maxBytes: maxBytes * CACHE_SHARE,
    use: cacheUse.searches,
  });
  return {
    loaders,
    toCompanyUrl,
    readDataDate: cacheDataDate({ findDataDate, readDataVersion }),
    findCompany,
    listCompanies: async (idnos) => toCompanyList(await Promise.all(idnos.map(findCompany))),
    search: (request, client) => (client === null ? search : searchCached)(request, client),
    findPage,
    countFound,
    async listChanges({ isWatched, ...range }, client) {
      const watched = isWatched && client !== null ? await findWatchList(client) : undefined;
      const query = watched === undefined ? range : { ...range, watched };
      const page = await read('a list of changes', client, (reads) => reads.readChanges(query));
      return page === null ? null : toChangesAnswer(page);
    },
    async listHistory(request, client) {
      const history = await readHistory(request.idno, client);
      if (history === null) return null;
      return await toHistoryAnswer(history, request, async (company) =>
        JSON.parse(String((await toAnswer(company))?.body)),
      );
    },
    async findPast(idno, client) {
      const history = await readHistory(idno, client);
      return history && toCompanyPast(history);
    },
    async findCompanyAt(idno, day, client) {
      const history = await readHistory(idno, client);
      const found = history && findCompanyAt(history, day);
      if (found === null) return null;
      if (found === 'not_kept') {
        throw refuseQuery(
          'Give at as a day on which there was a dump already: ask for a later one.',
        );
      }
      const answer = await toAnswer(found.company);
      return answer && { ...answer, dataDate: found.dataDate };
    },
    cacheUse,
  };
}

/** Compiles a look-up without a cache, which is all that an export needs. */
export function compileCompany(context: CompanyContext): FindCompanyAnswer {
  return (idno) => lookUp({ idno }, context);
}
