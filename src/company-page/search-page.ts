import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SearchPage, SearchRequest } from '../answers/search.ts';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { LEGAL_STATUSES } from '../domain/company/company.ts';
import { DEFAULT_SEARCH_LIMIT, type SearchFilter } from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { Unavailable } from '../domain/errors.ts';
import { NAMED_DISTRICTS, toDistrict } from '../domain/register/districts.ts';
import { toDayText } from '../domain/time/time-format.ts';
import { type ErrorAnswer, RefusedRequest, toErrorAnswer } from '../web/errors.ts';
import { toHref } from '../web/href.ts';
import { createVisitorLimit } from '../web/page-limits.ts';
import { SECURITY_HEADERS, type SendError } from '../web/scope.ts';
import { HTML_TYPE, sendPage, toPage } from '../web/tagged-answer.ts';
import { createTurns } from './search-turns.ts';
import { searchShortened } from './shortened-search.ts';
import { COMPANY_PAGE_PATH, PAGES, TEXTS, toStatusHeading } from './view.ts';

/** The client under which the limits of searches count all visitors; no account has this id. */
const PEOPLE = 'people';
/** After this time no shorter texts are searched for, so that others get their turn. */
const MAX_SHORTENED_MS = 2_000;
/** The separators that people type in or around an IDNO. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}−.]+/gu;
/** Documents print one as `IDNO: 1099600000018` or `c/f 1099600000018`. */
const IDNO = /(?<!\d)\d{13}(?!\d)/;

export interface SearchPageDependencies {
  supportUrl: string | null;
  /** The API's search. Rejects with RefusedRequest for a cursor of another list. */
  findPage: (request: SearchRequest, client: string) => Promise<SearchPage>;
  chooseLanguage: (request: FastifyRequest) => Language;
  /** The language for an address that names none. */
  languageOf: (request: FastifyRequest) => Language;
  sendFault: SendError;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/** The fields of the search form; an empty text means that the field is left out. */
interface SearchInput {
  name: string;
  status: string;
  /** The first two digits of a CUATM code. */
  region: string;
  /** The cursor of a page. */
  after: string;
}

type SearchProblem = 'filter' | 'long' | 'cursor' | 'busy';

/** `/companie?name=…`: finds companies by name, with or without a key. No people are searched. */
export function searchPage(scope: FastifyInstance, dependencies: SearchPageDependencies): void {
  const { supportUrl, findPage, chooseLanguage, languageOf, sendFault, elapsedMs } = dependencies;
  const findRefusal = createVisitorLimit(elapsedMs);
  const takeTurn = createTurns();

  scope.get(COMPANY_PAGE_PATH, async (request, reply) => {
    const refusal = findRefusal(request.ip);
    if (refusal !== null) return sendFault(refusal, request, reply);
    const language = chooseLanguage(request);
    // An address that is passed on has no language unless it needs one.
    const suffix = language === languageOf(request) ? '' : `?lang=${language}`;
    const input = readInput(request.query);
    const [idno] = IDNO.exec(input.name) ?? IDNO.exec(input.name.replace(SEPARATORS, '')) ?? [];
    if (idno !== undefined) {
      return reply.redirect(`${COMPANY_PAGE_PATH}/${idno}${suffix}`, 303);
    }
    const show = (
      found: SearchPage | null,
      problem: SearchProblem | null = null,
      shortened: string | null = null,
    ) => renderSearch({ input, found, shortened, problem, supportUrl, language, suffix });

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
      const found = await takeTurn(async () => {
        const page = await findPage(wanted, PEOPLE);
        if (page.companies.length > 0 || wanted.after !== null) return { page, text: null };
        // Within the turn, so that the pause after it is as long as all of its searches took.
        const endMs = elapsedMs() + MAX_SHORTENED_MS;
        const find = async (text: string) =>
          elapsedMs() < endMs ? await findPage({ ...wanted, text }, PEOPLE) : page;
        return (await searchShortened(input.name, find)) ?? { page, text: null };
      });
      return sendPage(request, reply, toPage(show(found.page, null, found.text)));
    } catch (error) {
      // Only 400 and 503 of these two have a text here; the scope's handler answers all others.
      if (!(error instanceof RefusedRequest || error instanceof Unavailable)) throw error;
      const answer = toErrorAnswer(error, request);
      const problem = PROBLEMS[answer.status];
      if (problem === undefined) throw error;
      return sendProblem(reply, answer.status, show(null, problem), answer.headers);
    }
  });
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
  return {
    name: read('name'),
    status: read('status'),
    region: read('region'),
    after: read('after'),
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

interface SearchView {
  input: SearchInput;
  /** Null: nothing was searched for. */
  found: SearchPage | null;
  /** The beginning of the name with which these were found; null: the name itself. */
  shortened: string | null;
  problem: SearchProblem | null;
  /** Where people get help; null: pages have no such link. */
  supportUrl: string | null;
  language: Language;
  /** Ends the addresses of results: empty, or `?lang=ru` if the visitor's own language is another. */
  suffix: string;
}

/** The page of a search, with or without results. */
function renderSearch(view: SearchView): string {
  const { input, found, shortened, problem, supportUrl, language, suffix } = view;
  const t = TEXTS[language];
  const { name } = input;
  const toPage = (changed: Partial<SearchInput>, lang = language) =>
    toHref(COMPANY_PAGE_PATH, { ...input, after: '', ...changed, lang });
  const hrefs = LANGUAGES.map((one) => [one, toPage({ after: input.after }, one)]);
  const { title } = t.search;
  return PAGES.render('search', {
    frame: {
      language,
      title: name === '' ? title : `${name.slice(0, MAX_SEARCH_LENGTH)} · ${title}`,
      supportUrl,
      languageChoice: { hrefs: Object.fromEntries(hrefs) as Record<Language, string> },
    },
    t,
    input,
    problem,
    companies: found?.companies.map(({ idno, region, removed_since, ...company }) => ({
      ...company,
      idno,
      statusHeading: toStatusHeading(company.status, language),
      href: `${COMPANY_PAGE_PATH}/${idno}${suffix}`,
      district: region === null ? null : (toDistrict(region)?.name ?? null),
      removedDay: removed_since && toDayText(removed_since, language),
    })),
    statuses: LEGAL_STATUSES.map((status) => {
      return { value: status, label: toStatusHeading(status, language) };
    }),
    districts: NAMED_DISTRICTS.map(({ code, name, kind }) => ({
      value: code,
      label: kind === 'municipality' ? `${name} (mun.)` : name,
    })).sort((one, other) => one.label.localeCompare(other.label, 'ro')),
    isFiltered: input.status !== '' || input.region !== '',
    firstHref: input.after === '' ? null : toPage({}),
    nextHref: found?.next ? toPage({ name: shortened ?? name, after: found.next }) : null,
    notice: shortened === null ? null : t.search.shortened(name, shortened),
    withoutFilterHref: toPage({ status: '', region: '' }),
  });
}
