import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Company, ServedCompany } from '../domain/company/company.ts';
import { isIdnoForm, isStoredIdno } from '../domain/company/idno.ts';
import { ORDINARY } from '../domain/company/test-companies.ts';
import { toDistrict } from '../domain/register/districts.ts';
import { ERROR_ANSWERS } from '../rest/errors.ts';
import {
  type ErrorAnswer,
  JSON_TYPE,
  RefusedRequest,
  sendError,
  toErrorAnswer,
} from '../web/errors.ts';
import { chooseLanguage } from '../web/language.ts';
import { createVisitorLimit, type VisitorLimitOptions } from '../web/page-limits.ts';
import { addHeaders, allowReadsOnly, PAGE_HEADERS } from '../web/scope.ts';
import { HTML_TYPE, sendTagged, toPage } from '../web/tagged-answer.ts';
import { createFindListing, type Listing, type ListingSources } from './listing.ts';
import { MAX_AGE_SECONDS, readOembedQuery, toOembed } from './oembed.ts';
import { COMPANY_PAGE_PATH, OEMBED_PATH } from './view.ts';
import {
  CARD_HEADERS,
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardLook,
  isTheme,
  renderCard,
  renderCardFault,
} from './widget-card.ts';

const COMPANY_ROUTE = '/api/widget/company/:idno';
const CARD_ROUTE = `${COMPANY_ROUTE}/card`;
const SCRIPT_PATH = '/api/widget.js';
const SCRIPT = readFileSync(join(import.meta.dirname, 'assets/widget.js'), 'utf8');
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Of every answer: pages of any site may read and embed it, and no search engine lists it. */
const HEADERS = {
  ...PAGE_HEADERS,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
};

export interface WidgetDependencies extends ListingSources, Omit<VisitorLimitOptions, 'refuse'> {
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  /** Null if the register has no such company. Rejects with Unavailable. */
  findCompany: (idno: string) => Promise<ServedCompany | null>;
}

interface CompanyRoute {
  Params: { idno: string };
}

/**
 * `/api/widget`: what pages of other sites show of a company, without people: as JSON, as a card in
 * a frame, as an element, and by oEmbed. No key is needed.
 */
export function widget(
  scope: FastifyInstance,
  dependencies: WidgetDependencies,
  done: () => void,
): void {
  const { baseUrl } = dependencies;
  const findListing = createFindListing(dependencies);
  const limit = createVisitorLimit({ ...dependencies, refuse: sendFault });
  addHeaders(scope, HEADERS);
  scope.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.url === CARD_ROUTE) reply.headers(CARD_HEADERS);
  });
  scope.setErrorHandler((error, request, reply) =>
    sendFault(toErrorAnswer(error, request), request, reply),
  );
  allowReadsOnly(scope, sendFault);

  async function find(idno: string): Promise<ServedCompany> {
    if (!isIdnoForm(idno)) throw new RefusedRequest(ERROR_ANSWERS.invalid_idno);
    const company = isStoredIdno(idno) ? await dependencies.findCompany(idno) : null;
    if (company === null) throw new RefusedRequest(ERROR_ANSWERS.company_not_found);
    return company;
  }
  const toUrl = (idno: string) => `${baseUrl}${COMPANY_PAGE_PATH}/${idno}`;

  const sendCompany = limit(async (request: FastifyRequest<CompanyRoute>, reply) => {
    const company = await find(request.params.idno);
    const listing = await findListing(company);
    return sendShared(request, reply, JSON_TYPE, toJson(company, listing, toUrl(company.idno)));
  });
  scope.get<CompanyRoute>(COMPANY_ROUTE, sendCompany);

  const sendCard = limit(async (request: FastifyRequest<CompanyRoute>, reply) => {
    const company = await find(request.params.idno);
    const view = { company, url: toUrl(company.idno), ...(await findListing(company)) };
    return sendShared(request, reply, HTML_TYPE, renderCard(view, toLook(request)));
  });
  scope.get<CompanyRoute>(CARD_ROUTE, sendCard);

  const sendOembed = limit(async (request, reply) => {
    const query = readOembedQuery(request.query, baseUrl);
    const { name } = await find(query.idno);
    return sendShared(request, reply, JSON_TYPE, toOembed({ ...query, name }));
  });
  scope.get(OEMBED_PATH, sendOembed);

  const script = SCRIPT.replace('{base_url}', baseUrl)
    .replace('{width}', String(CARD_WIDTH))
    .replace('{height}', String(CARD_HEIGHT));
  scope.get(SCRIPT_PATH, (request, reply) => sendShared(request, reply, SCRIPT_TYPE, script));
  done();
}

/** What the documentation says about the widget. */
export function toWidgetFacts(baseUrl: string) {
  const url = `${baseUrl}${COMPANY_PAGE_PATH}/${ORDINARY.idno}`;
  return {
    scriptPath: SCRIPT_PATH,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    maxAgeSeconds: MAX_AGE_SECONDS,
    example: toJson(ORDINARY, { delistedSince: null, dataDate: null }, url),
  };
}

/** With the names of v1, in which `region` is a code. */
function toJson(company: Company, { delistedSince, dataDate }: Listing, url: string) {
  const { idno, name, legalForm, status, regDate, region } = company;
  return {
    idno,
    name,
    legal_form: legalForm,
    status,
    reg_date: regDate,
    region_name: region === null ? null : (toDistrict(region)?.name ?? null),
    removed_since: delistedSince,
    url,
    data_date: dataDate,
  };
}

/** Sends what is the same for everyone, and may be cached by anyone. */
function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  content: string | object,
) {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
  return sendTagged(request, reply, { ...toPage(body), type });
}

/** Sends an error as JSON, or as a card where a card was asked for. */
function sendFault(answer: ErrorAnswer, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
  if (request.routeOptions.url !== CARD_ROUTE) return sendError(reply, answer);
  const { status, headers = {} } = answer;
  const html = renderCardFault(status, toLook(request));
  return reply.code(status).headers(headers).type(HTML_TYPE).send(html);
}

/** What the address names, else what the visitor's browser prefers; a card has no cookie. */
function toLook({ query, headers }: FastifyRequest): CardLook {
  const { lang, theme } = Object(query);
  const language = chooseLanguage(
    typeof lang === 'string' ? lang : null,
    headers['accept-language'],
  );
  return { language, theme: typeof theme === 'string' && isTheme(theme) ? theme : 'auto' };
}
