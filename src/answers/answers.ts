import type { ServedCompany } from '../domain/company/company.ts';
import { isTestIdno, withTestCompanies } from '../domain/company/test-companies.ts';
import { type CompanyContext, createCompanyLoader, type Loaders } from '../schema/loaders.ts';
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
import { findCompanyAt, type HistoryRequest, toHistoryAnswer } from './history.ts';
import type { ReadWithinLimits } from './limited-reads.ts';
import {
  type CountFound,
  compileSearch,
  createCountFound,
  refuseQuery,
  type SearchPage,
  type SearchRequest,
  type SearchSources,
} from './search.ts';
import { findTestHistory } from './test-history.ts';

/** Pages of searches have a cache of their own, of this share of `answerCacheBytes` in addition. */
const CACHE_SHARE = 1 / 8;

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
  /** `client`: the id of an account. Rejects with RefusedRequest for a cursor of another list. */
  search: (request: SearchRequest, client: string) => Promise<JsonAnswer>;
  /** The same page as data, without the cache. */
  findPage: (request: SearchRequest, client: string) => Promise<SearchPage>;
  countFound: CountFound;
  /** `client`: the id of an account. Null if not all changes after the start are kept. */
  listChanges: (request: ChangesRequest, client: string) => Promise<JsonAnswer | null>;
  /** `client`: the id of an account. Null when the register has no company with this IDNO. */
  listHistory: (request: HistoryRequest, client: string) => Promise<JsonAnswer | null>;
  /**
   * The company as it was served with the last dump of this day, `YYYY-MM-DD`, or before; null when
   * it was not listed yet, or is not known. Rejects with RefusedRequest for a day before the first dump.
   */
  findCompanyAt: (idno: string, day: string, client: string) => Promise<JsonAnswer | null>;
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
  const read: SearchSources['read'] = (client, ask) => readWithinLimits('a search', client, ask);
  const findPage = compileSearch({
    // Not through the loaders, which also find test companies.
    findCompany: async (idno) => (await companies.findByIdnos([idno]))[0] ?? null,
    read,
    toCompanyUrl,
  });
  const cacheUse = { companies: createCacheUse(), searches: createCacheUse() };
  const lookUp = compileLookUp();
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
  const readHistory = async (idno: string, client: string) =>
    isTestIdno(idno)
      ? findTestHistory(idno)
      : readWithinLimits('a history', client, (reads) => reads.readHistory(idno));
  const search = async (request: SearchRequest, client: string) =>
    toJsonAnswer(await findPage(request, client));
  return {
    loaders,
    toCompanyUrl,
    readDataDate: cacheDataDate({ findDataDate, readDataVersion }),
    findCompany,
    listCompanies: async (idnos) => toCompanyList(await Promise.all(idnos.map(findCompany))),
    // Texts of a few letters take the longest to search for, and are asked for most often.
    search: cacheAnswers<SearchRequest, [client: string]>(search, {
      toKey: (request) => JSON.stringify(request),
      readDataVersion,
      maxBytes: maxBytes * CACHE_SHARE,
      use: cacheUse.searches,
    }),
    findPage,
    countFound: createCountFound({ read }),
    async listChanges({ isWatched, ...range }, client) {
      const query = isWatched ? { ...range, watched: await findWatchList(client) } : range;
      const page = await readWithinLimits('a list of changes', client, (reads) =>
        reads.readChanges(query),
      );
      return page === null ? null : toChangesAnswer(page);
    },
    async listHistory(request, client) {
      const history = await readHistory(request.idno, client);
      if (history === null) return null;
      return await toHistoryAnswer(history, request, async (company) =>
        JSON.parse(String((await toAnswer(company))?.body)),
      );
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
  const find = compileLookUp();
  return (idno) => find({ idno }, context);
}

function compileLookUp() {
  return compileDocument<
    CompanyContext,
    { idno: string },
    { company: { delistedSince: string | null } | null },
    JsonAnswer | null
  >(COMPANY_DOCUMENT, ({ company }) => {
    if (company === null) return null;
    const { delistedSince, ...fields } = company;
    return { ...toJsonAnswer(fields), delistedSince };
  });
}
