import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Language, LOCALES } from '../domain/account/language.ts';
import { API_PLANS, LIMIT_WINDOW_SECONDS } from '../domain/account/plan.ts';
import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { createTimeFormat, toDayText } from '../domain/time/time-format.ts';
import { toTestKeyExamples } from '../web/code-examples.ts';
import { type Offer, serveSharedAssets } from '../web/frame/frame.ts';
import { readAskedLanguage } from '../web/language.ts';
import { asksForJson } from '../web/request.ts';
import { addHeaders, allowReadsOnly, PAGE_HEADERS, type SendError } from '../web/scope.ts';
import { sendPage, sendTagged } from '../web/tagged-answer.ts';
import {
  createStatusFacts,
  type StatusFacts,
  type StatusSources,
  toStatusJson,
} from './status-facts.ts';
import { makeInEachLanguage, render, serveAssets, TEXTS } from './view.ts';

export interface SiteDependencies extends Omit<StartPageOptions, 'answer'> {
  /** The API's answer for an IDNO, as JSON. */
  readAnswer: (idno: string) => Promise<string>;
  status: StatusSources;
  /** The path of the sitemap of companies' pages; null: they may not be listed. */
  sitemapPath: string | null;
  languageOf: (request: FastifyRequest) => Language;
  sendError: SendError;
}

/**
 * Private addresses, and those for programs only. Not companies' pages: crawlers that may not ask
 * for them do not see that they are `noindex`, and may list their addresses.
 */
const DISALLOWED = [
  '/api/',
  '/cont',
  '/events/',
  '/graphql',
  '/health/',
  '/mcp',
  '/metrics',
  '/staff',
];
/** For crawlers (RFC 9309): the start page, the status and the documentation may be found. */
const ROBOTS = [
  'User-agent: *',
  ...DISALLOWED.map((path) => `Disallow: ${path}`),
  'Allow: /',
  '',
].join('\n');
const FOR_A_DAY = 'public, max-age=86400';
const FAVICON = readFileSync(join(import.meta.dirname, 'assets/favicon.ico'));

/** The start page, the status page, and the files that all pages load. No key is needed. */
export function site(
  scope: FastifyInstance,
  dependencies: SiteDependencies,
  done: (error?: Error) => void,
): void {
  addHeaders(scope, PAGE_HEADERS);
  allowReadsOnly(scope, dependencies.sendError);
  serveSharedAssets(scope);
  serveAssets(scope);
  const { status, offer, languageOf } = dependencies;
  const readFacts = createStatusFacts(status);
  const toStatusPage = makeInEachLanguage((facts: StatusFacts, language) =>
    renderStatus(facts, language, offer),
  );
  // Always 200: the page says what does not work.
  scope.get('/status', async (request, reply) => {
    const facts = await readFacts();
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept, accept-language, cookie' });
    if (asksForJson(request.headers.accept)) return reply.send(toStatusJson(facts));
    return sendTagged(request, reply, toStatusPage(facts, languageOf(request)));
  });
  const { baseUrl, sitemapPath } = dependencies;
  const robots = sitemapPath === null ? ROBOTS : `${ROBOTS}\nSitemap: ${baseUrl}${sitemapPath}\n`;
  scope.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', FOR_A_DAY).type('text/plain; charset=utf-8').send(robots),
  );
  // Browsers look here for the icon of addresses that are not pages, such as JSON.
  scope.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', FOR_A_DAY).type('image/x-icon').send(FAVICON),
  );
  dependencies.readAnswer(EXAMPLE_IDNO).then((answer) => {
    const toStartPage = createStartPage({ ...dependencies, answer });
    scope.get('/', async (request, reply) => {
      const dataDate = await findDataDate(status);
      const language = readAskedLanguage(request) ?? languageOf(request);
      return sendPage(request, reply, toStartPage(dataDate, language));
    });
    done();
  }, done);
}

/** Null if the store fails: the page does not need it. */
async function findDataDate({ readDataDate }: StatusSources): Promise<string | null> {
  try {
    return await readDataDate();
  } catch {
    return null;
  }
}

interface StartPageOptions {
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  offer: Offer;
  /** Whether the page has the field that finds companies. */
  offersSearch: boolean;
  /** The API's answer for EXAMPLE_IDNO, as JSON. */
  answer: string;
}

/** Renders the start page, which shows the date of the data. */
function createStartPage(options: StartPageOptions) {
  const { baseUrl, offer, offersSearch, answer } = options;
  const examples = toTestKeyExamples(baseUrl);
  const answerText = JSON.stringify(JSON.parse(answer), null, 2);
  return makeInEachLanguage((dataDate: string | null, language) => {
    const { plans } = TEXTS[language].start;
    return render('start', language, offer, {
      examples,
      answerText,
      exampleIdno: EXAMPLE_IDNO,
      offer,
      offersSearch,
      plans: API_PLANS.map(({ plan, name, limit }) => {
        const requests = plans.requests(limit, LIMIT_WINDOW_SECONDS);
        return { name, requests, price: offer.planPrices[plan]?.[language] };
      }),
      dataDate,
      dataDay: dataDate && toDayText(dataDate, language),
    });
  });
}

function renderStatus(facts: StatusFacts, language: Language, offer: Offer) {
  const { status: t } = TEXTS[language];
  const toTimeText = createTimeFormat(language, 'short');
  const numbers = new Intl.NumberFormat(LOCALES[language], { maximumSignificantDigits: 2 });
  const toTime = (ms: number) => ({ text: toTimeText(ms), iso: new Date(ms).toISOString() });
  const { dataDate, lastImportMs, latencies, checkedAtMs } = facts;
  return render('status', language, offer, {
    facts,
    dataDay: dataDate ? toDayText(dataDate, language) : null,
    lastImport: typeof lastImportMs === 'number' ? toTime(lastImportMs) : null,
    half: latencies && t.milliseconds(numbers.format(latencies.p50Ms)),
    most: latencies && t.milliseconds(numbers.format(latencies.p99Ms)),
    checked: toTime(checkedAtMs),
  });
}
