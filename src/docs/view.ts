import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { API_PLANS } from '../domain/account/plan.ts';
import { COMPANY_FLAGS } from '../domain/company/flags.ts';
import {
  LIMITED_TEST_IDNO,
  TEST_COMPANIES,
  UNKNOWN_TEST_IDNO,
} from '../domain/company/test-companies.ts';
import { toWordList } from '../domain/word-list.ts';
import {
  listKeyExamples,
  listWebhookExamples,
  readPowerQuery,
  readWebhookTest,
  toCodeExamples,
  toPatientExamples,
} from '../web/code-examples.ts';
import { readAsset, serveAssets as serveFiles } from '../web/frame/assets.ts';
import {
  createPages,
  type Frame,
  GUIDE_PATHS,
  type LanguageLinks,
  type Offer,
} from '../web/frame/frame.ts';
import { toHeadingHtml, toInlineHtml, toRichHtml } from '../web/frame/markup.ts';
import { readChangelog } from './changelog.ts';
import { CLIENT_GENERATORS } from './client-generators.ts';
import { FACTS } from './facts.ts';
import { toHeaderName } from './openapi/headers.ts';
import type { OpenApi } from './openapi.ts';
import { listMenu, type Page, TEXTS, toSearchPage } from './pages.ts';
import { toBounds, toErrorRows, toOperations, toSharedResponses } from './reference.ts';
import { PYTHON_PACKAGE, TYPESCRIPT_PACKAGE } from './sdk/packages.ts';
import { createSearchDocs, MAX_QUERY_LENGTH } from './search-index.ts';
import { toWindowPicture } from './window-picture.ts';

const HTML = createPages({ folder: import.meta.dirname, style: 'docs.css' });
const FINDER = readAsset(join(import.meta.dirname, 'assets/finder.js'));
const MENU = readAsset(join(import.meta.dirname, 'assets/menu.js'));
const TRY = readAsset(join(import.meta.dirname, 'assets/try.js'));
const BUILDER = readAsset(join(import.meta.dirname, 'assets/widget-builder.js'));

/** What the pages need to know of the service. */
interface Service {
  baseUrl: string;
  dataLicense: string | null;
  offer: Offer;
  widget: WidgetFacts | null;
  /** All pages that it has. */
  pages: readonly Page[];
}

/** What its page says about the widget. */
export interface WidgetFacts {
  /** Of its element. */
  scriptPath: string;
  /** The size of a card in pixels. */
  width: number;
  height: number;
  maxAgeSeconds: number;
  /** Its JSON for EXAMPLE_IDNO. */
  example: object;
}

/** Renders pages. Their values are made with the first page, so that the server starts faster. */
export function createDocsPages(readOpenApi: () => OpenApi, service: Service) {
  const readValues = once(() => toValues(readOpenApi(), service.baseUrl));
  /** A page, with its frame and menu in a language; it is the same for everyone. */
  const renderPage = (page: Page, language: Language) =>
    render(page, language, service, readValues());
  const { pages } = service;
  const readSearch = once(() =>
    createSearchDocs(
      pages.map((page) => ({
        ...page,
        html: renderPage(page, page.language),
        menus: LANGUAGES.filter((language) => listMenu(language, pages).includes(page)),
      })),
    ),
  );
  return {
    renderPage,
    /** The page of results. */
    renderSearch(typed: string, language: Language) {
      const query = typed.slice(0, MAX_QUERY_LENGTH).trim();
      const results = readSearch()(query, language);
      const page = toSearchPage(language);
      return render(page, language, service, { query, results, hrefs: toSearchHrefs(query) });
    },
  };
}

/** The value that the first call makes. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function serveAssets(scope: FastifyInstance): void {
  HTML.serveAssets(scope);
  serveFiles(scope, [FINDER, MENU, TRY, BUILDER]);
}

function render(page: Page, language: Language, service: Service, values: DocsValues): string {
  return HTML.render(page.name, {
    ...values,
    baseUrl: service.baseUrl,
    offer: service.offer,
    dataLicense: service.dataLicense,
    prices: toPrices(service.offer, language),
    frame: toFrame(page, language, service, values.hrefs),
    page,
    pages: listMenu(language, service.pages),
    widget: service.widget,
    maxQueryLength: MAX_QUERY_LENGTH,
    t: TEXTS[language],
  });
}

/** The prices that the operator has set, and the names of the plans without one, as a list. */
function toPrices({ planPrices }: Offer, language: Language) {
  const plans = API_PLANS.map(({ plan, name }) => ({ name, price: planPrices[plan]?.[language] }));
  const unpriced = plans.filter(({ price }) => price === undefined).map(({ name }) => name);
  return {
    priced: plans.filter(({ price }) => price !== undefined),
    unpriced: toWordList(unpriced, 'or', language),
  };
}

interface DocsValues {
  /** The addresses of a page that is not the same for everyone, in each language. */
  hrefs?: LanguageLinks['hrefs'];
  [name: string]: unknown;
}

function toFrame(
  { path, title, name }: Page,
  language: Language,
  { baseUrl, offer, widget }: Service,
  hrefs: LanguageLinks['hrefs'] | undefined,
): Frame {
  const isGuide = name === 'guide';
  const toUrl = (one: Language) => baseUrl + GUIDE_PATHS[one];
  return {
    language,
    title: `${title} · ${TEXTS[language].menu}`,
    description: TEXTS[language].description,
    current: 'docs',
    supportUrl: offer.supportUrl,
    legal: offer,
    languageChoice: hrefs ? { hrefs } : { next: path },
    hasLanguage: isGuide || hrefs !== undefined,
    alternates: isGuide ? { ro: toUrl('ro'), ru: toUrl('ru'), en: toUrl('en') } : undefined,
    scripts: [
      FINDER.url,
      MENU.url,
      ...(isGuide ? [TRY.url] : []),
      ...(widget !== null && name === 'widget' ? [widget.scriptPath, BUILDER.url] : []),
    ],
  };
}

/** The same search in each language. */
function toSearchHrefs(query: string): LanguageLinks['hrefs'] {
  const toHref = (lang: Language) => `?${new URLSearchParams({ q: query, lang })}`;
  return { ro: toHref('ro'), ru: toHref('ru'), en: toHref('en') };
}

/** The values of the pages, the same in all languages. */
function toValues(openapi: OpenApi, baseUrl: string) {
  const operations = toOperations(openapi);
  return {
    openapi,
    operations,
    errors: toErrorRows(Object.values(operations)),
    sharedResponses: toSharedResponses(Object.values(operations)),
    flags: Object.entries(COMPANY_FLAGS),
    releases: readChangelog(),
    clientGenerators: CLIENT_GENERATORS,
    packages: { typescript: TYPESCRIPT_PACKAGE.path, python: PYTHON_PACKAGE.path },
    keyExamples: listKeyExamples(),
    firstExamples: toCodeExamples(baseUrl),
    powerQuery: readPowerQuery(baseUrl),
    patientExamples: toPatientExamples(baseUrl),
    webhookExamples: listWebhookExamples(),
    webhookTest: readWebhookTest(),
    picture: toWindowPicture(FACTS.exampleLimit),
    facts: FACTS,
    bounds: toBounds,
    toHeaderName,
    testCompanies: TEST_COMPANIES,
    unknownTestIdno: UNKNOWN_TEST_IDNO,
    limitedTestIdno: LIMITED_TEST_IDNO,
    inline: toInlineHtml,
    rich: toRichHtml,
    heading: toHeadingHtml,
  };
}
