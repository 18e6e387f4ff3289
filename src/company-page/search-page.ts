import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CountFound, SearchPage, SearchRequest } from '../answers/search.ts';
import type { Language } from '../domain/account/language.ts';
import { LEGAL_STATUSES } from '../domain/company/company.ts';
import { DEFAULT_SEARCH_LIMIT, type SearchFilter } from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { Unavailable } from '../domain/errors.ts';
import { NAMED_DISTRICTS } from '../domain/register/districts.ts';
import { type ErrorAnswer, RefusedRequest, toErrorAnswer } from '../web/errors.ts';
import type { Offer } from '../web/frame/frame.ts';
import { createVisitorLimit } from '../web/page-limits.ts';
import { SECURITY_HEADERS, type SendError } from '../web/scope.ts';
import { HTML_TYPE, sendPage, toPage } from '../web/tagged-answer.ts';
import type { FoundCount } from './found-count.ts';
import { PEOPLE, type TakeTurn } from './read-turns.ts';
import {
  renderSearch,
  type SearchInput,
  type SearchProblem,
  type SearchResult,
} from './search-view.ts';
import { searchShortened } from './shortened-search.ts';
import { COMPANY_PAGE_PATH } from './view.ts';

/** After this time no shorter texts are searched for, so that others get their turn. */
const MAX_SHORTENED_MS = 2_000;
/**
 * The most companies that are counted, beyond which there are "more than 100". Both stores count as
 * many about as fast as they find a page.
 */
const MAX_COUNTED = 100;
/** A list of cursors. */
const TRAIL = /^[\w.-]*$/;
/** The separators that people type in or around an IDNO. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}−.]+/gu;
/** Documents print one as `IDNO: 1099600000018` or `c/f 1099600000018`. */
const IDNO = /(?<!\d)\d{13}(?!\d)/;

export interface SearchPageDependencies {
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  offer: Offer;
  /** The API's search. Rejects with RefusedRequest for a cursor of another list. */
  findPage: (request: SearchRequest, client: string) => Promise<SearchPage>;
  countFound: CountFound;
  chooseLanguage: (request: FastifyRequest) => Language;
  /** Date of the dump that is served; null before the first import. */
  readDataDate: () => string | null | Promise<string | null>;
  /** The language for an address that names none. */
  languageOf: (request: FastifyRequest) => Language;
  sendFault: SendError;
  takeTurn: TakeTurn;
  /** See `PageTurnsOptions`. */
  elapsedMs: () => number;
  busyMs: () => number;
}

/** `/companie?name=…`: finds companies by name, with or without a key. No people are searched. */
export function searchPage(scope: FastifyInstance, dependencies: SearchPageDependencies): void {
  const { baseUrl, offer, chooseLanguage, languageOf, sendFault, takeTurn } = dependencies;
  const search = createSearch(dependencies);
  const limit = createVisitorLimit({ ...dependencies, refuse: sendFault });

  const showSearch = limit(async (request, reply, outside) => {
    const language = chooseLanguage(request);
    // An address that is passed on has no language unless it needs one.
    const suffix = language === languageOf(request) ? '' : `?lang=${language}`;
    const input = readInput(request.query);
    const [idno] = IDNO.exec(input.name) ?? IDNO.exec(input.name.replace(SEPARATORS, '')) ?? [];
    if (idno !== undefined) {
      return reply.redirect(`${COMPANY_PAGE_PATH}/${idno}${suffix}`, 303);
    }
    const show = (result: SearchResult | null, problem: SearchProblem | null = null) =>
      renderSearch({ input, result, problem, baseUrl, offer, language, suffix });

    const filter = toFilter(input);
    if (filter === null) return sendProblem(reply, 400, show(null, 'filter'));
    if (input.name.length > MAX_SEARCH_LENGTH) return sendProblem(reply, 400, show(null, 'long'));
    if (input.name === '') return sendPage(request, reply, toPage(show(null)));
    const wanted = {
      text: input.name,
      filter,
      first: DEFAULT_SEARCH_LIMIT,
      after: input.after === '' ? null : input.after,
    };
    try {
      const result = await outside(() => takeTurn(() => search(wanted)));
      return sendPage(request, reply, toPage(show(result)));
    } catch (error) {
      // Only 400 and 503 of these two have a text here; the scope's handler answers all others.
      if (!(error instanceof RefusedRequest || error instanceof Unavailable)) throw error;
      const answer = toErrorAnswer(error, request);
      const problem = PROBLEMS[answer.status];
      if (problem === undefined) throw error;
      return sendProblem(reply, answer.status, show(null, problem), answer.headers);
    }
  });
  scope.get(COMPANY_PAGE_PATH, showSearch);
}

type Wanted = SearchRequest & { text: string };

/** Searches for a text, or else for its beginnings, and counts what is found. */
function createSearch({
  findPage,
  countFound,
  readDataDate,
  elapsedMs,
}: Pick<SearchPageDependencies, 'findPage' | 'countFound' | 'readDataDate' | 'elapsedMs'>) {
  async function count({ text, filter, after }: Wanted, page: SearchPage) {
    const { length } = page.companies;
    if (after === null && page.next === null) return { count: length, hasMore: false };
    try {
      const all = await countFound({ text, filter }, MAX_COUNTED, PEOPLE);
      return { count: all ?? MAX_COUNTED, hasMore: all === null };
    } catch (error) {
      // The page was found and is worth more than its number.
      if (!(error instanceof Unavailable || error instanceof RefusedRequest)) throw error;
      return null;
    }
  }

  return async (wanted: Wanted): Promise<SearchResult> => {
    const toResult = async (page: SearchPage, text: string): Promise<SearchResult> => {
      const total: FoundCount | null = await count({ ...wanted, text }, page);
      return { page, text, total, dataDate: await readDataDate() };
    };
    const page = await findPage(wanted, PEOPLE);
    if (page.companies.length > 0 || wanted.after !== null) {
      return await toResult(page, wanted.text);
    }
    // Within the turn, so that the pause after it is as long as all of its searches took.
    const endMs = elapsedMs() + MAX_SHORTENED_MS;
    const find = async (text: string) =>
      elapsedMs() < endMs ? await findPage({ ...wanted, text }, PEOPLE) : page;
    const shortened = await searchShortened(wanted.text, find);
    return await toResult(shortened?.page ?? page, shortened?.text ?? wanted.text);
  };
}

/** The statuses that the search page explains next to its form; others get an error page. */
const PROBLEMS: Readonly<Record<number, SearchProblem>> = { 400: 'cursor', 503: 'busy' };

function sendProblem(
  reply: FastifyReply,
  status: number,
  html: string,
  headers: ErrorAnswer['headers'] = {},
): FastifyReply {
  const all = { ...SECURITY_HEADERS, ...headers };
  return reply.code(status).headers(all).type(HTML_TYPE).send(html);
}

/** Other parameters are ignored, and one that is given twice counts as left out. */
function readInput(query: unknown): SearchInput {
  const values = Object(query);
  const read = (name: keyof SearchInput) => {
    const value: unknown = values[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const trail = read('trail');
  return {
    name: read('name'),
    status: read('status'),
    region: read('region'),
    after: read('after'),
    trail: TRAIL.test(trail) ? trail : '',
  };
}

/** Null if a value is not one of the choices. */
function toFilter({ status, region }: SearchInput): SearchFilter | null {
  const known = LEGAL_STATUSES.find((one) => one === status);
  if (status !== '' && known === undefined) return null;
  if (region !== '' && !NAMED_DISTRICTS.some(({ code }) => code === region)) return null;
  return {
    ...(known !== undefined && { status: known }),
    ...(region !== '' && { district: region }),
  };
}
