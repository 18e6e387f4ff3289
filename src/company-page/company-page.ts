import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompanyPast } from '../answers/history.ts';
import type { Language } from '../domain/account/language.ts';
import type { ServedCompany } from '../domain/company/company.ts';
import { isReservedIdno, isStoredIdno } from '../domain/company/idno.ts';
import { Unavailable } from '../domain/errors.ts';
import { createErrorPage } from '../web/error-page.ts';
import { HTTP_ERRORS, toErrorAnswer } from '../web/errors.ts';
import type { Offer } from '../web/frame/frame.ts';
import { readAskedLanguage } from '../web/language.ts';
import { createVisitorLimit } from '../web/page-limits.ts';
import { addHeaders, allowReadsOnly, PAGE_HEADERS } from '../web/scope.ts';
import { sendPage, toPage } from '../web/tagged-answer.ts';
import type { FindLiquidationDay } from './liquidation-day.ts';
import { createFindListing, type ListingSources } from './listing.ts';
import { createTurns, PEOPLE } from './read-turns.ts';
import { type SearchPageDependencies, searchPage } from './search-page.ts';
import { createSitemap, SITEMAP_PARTS_PATH, SITEMAP_PATH, type SitemapSources } from './sitemap.ts';
import { COMPANY_PAGE_PATH, PAGES, renderCompany, toMessage, toMissing } from './view.ts';

export interface CompanyPageDependencies
  extends Pick<SearchPageDependencies, 'findPage' | 'countFound'>,
    ListingSources {
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  offer: Offer;
  /** Whether the browser has a session, which may have ended. */
  hasSession: (request: FastifyRequest) => boolean;
  /** The language for an address that names none. */
  languageOf: (request: FastifyRequest) => Language;
  /** Null if the register has no such company. Rejects with Unavailable. */
  findCompany: (idno: string) => Promise<ServedCompany | null>;
  findLiquidationDay: FindLiquidationDay;
  /** `CompanyReads.hasChanged`. */
  hasChanged: (idno: string) => Promise<boolean>;
  /** `Answers.findPast`. */
  findPast: (idno: string, client: string) => Promise<CompanyPast | null>;
  /** `CompanyReads.listIdnos`. */
  listIdnos: SitemapSources['listIdnos'];
  /** Whether search engines may list the pages. */
  indexCompanies: boolean;
  /** See `PageTurnsOptions`. */
  elapsedMs: () => number;
  busyMs: () => number;
}

interface IdnoRoute {
  Params: { idno: string };
}

interface FileRoute {
  Params: { file: string };
}

/** The headers of every answer except pages that search engines may list. */
const HEADERS = {
  // JSON-LD is a data block, to which script-src does not apply.
  ...PAGE_HEADERS,
  'x-robots-tag': 'noindex',
};

/**
 * `/companie/{idno}`: what the register says about a company, without people; `/companie`: the
 * search for it. No key is needed.
 */
export function companyPage(
  scope: FastifyInstance,
  dependencies: CompanyPageDependencies,
  done: () => void,
) {
  const { baseUrl, offer, findCompany, readDataDate } = dependencies;
  const findListing = createFindListing(dependencies);

  /** The language that the address names, if the visitor has chosen one on the page. */
  const chooseLanguage = (request: FastifyRequest): Language =>
    readAskedLanguage(request) ?? dependencies.languageOf(request);
  const sendFault = createErrorPage({
    pages: PAGES,
    supportUrl: offer.supportUrl,
    legal: offer,
    languageOf: chooseLanguage,
    toMessage,
    offersSearch: true,
  });

  const limit = createVisitorLimit({ ...dependencies, refuse: sendFault });

  addHeaders(scope, HEADERS);
  scope.setErrorHandler((error, request, reply) =>
    sendFault(toErrorAnswer(error, request), request, reply),
  );

  allowReadsOnly(scope, sendFault);
  PAGES.serveAssets(scope);
  const takeTurn = createTurns();
  searchPage(scope, { ...dependencies, chooseLanguage, sendFault, takeTurn });
  const showCompany = limit(async (request: FastifyRequest<IdnoRoute>, reply, outside) => {
    const { idno } = request.params;
    if (!isStoredIdno(idno)) return sendFault(HTTP_ERRORS.not_found, request, reply);
    const company = await findCompany(idno);
    if (company === null) {
      const servedDate = await readDataDate();
      return sendFault(HTTP_ERRORS.not_found, request, reply, (language) =>
        toMissing(language, servedDate),
      );
    }
    const isTest = isReservedIdno(idno);
    const [listing, hasPast, liquidatedOn] = await Promise.all([
      findListing(company),
      isTest ? false : dependencies.hasChanged(idno),
      isTest || company.status !== 'lichidata' ? null : dependencies.findLiquidationDay(idno),
    ]);
    const past = hasPast
      ? await outside(() => readPast(() => takeTurn(() => dependencies.findPast(idno, PEOPLE))))
      : null;
    const isIndexed = dependencies.indexCompanies && !isTest;
    if (isIndexed) reply.removeHeader('x-robots-tag');
    const view = {
      company,
      ...listing,
      isIndexed,
      canWatch: !isTest && dependencies.hasSession(request),
      hasLanguage: readAskedLanguage(request) !== null,
      past,
      liquidatedOn,
      baseUrl,
      offer,
    };
    return sendPage(request, reply, toPage(renderCompany(view, chooseLanguage(request))));
  });
  scope.get<IdnoRoute>(`${COMPANY_PAGE_PATH}/:idno`, showCompany);
  if (dependencies.indexCompanies) {
    const readSitemap = createSitemap(dependencies);
    const sendIndex = limit(async (_request, reply, outside) =>
      reply.type('application/xml').send((await outside(readSitemap)).index),
    );
    const sendPart = limit(async (request: FastifyRequest<FileRoute>, reply, outside) => {
      const part = (await outside(readSitemap)).parts.get(request.params.file);
      if (part === undefined) return sendFault(HTTP_ERRORS.not_found, request, reply);
      return reply.type('application/gzip').send(part);
    });
    scope.get(SITEMAP_PATH, sendIndex);
    scope.get<FileRoute>(`${SITEMAP_PARTS_PATH}/:file`, sendPart);
  }
  done();
}

/** A page is worth more than its history, which other reads may delay. */
async function readPast(
  read: () => Promise<CompanyPast | null>,
): Promise<CompanyPast | 'unavailable' | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unavailable) return 'unavailable';
    throw error;
  }
}
