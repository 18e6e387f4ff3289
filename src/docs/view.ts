import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { TEST_COMPANIES, UNKNOWN_TEST_IDNO } from '../domain/company/test-companies.ts';
import { toCodeExamples, toPatientExamples } from '../web/code-examples.ts';
import { readAsset, serveAssets as serveFiles } from '../web/frame/assets.ts';
import { createPages, type Frame, type LanguageLinks } from '../web/frame/frame.ts';
import { GUIDE_PATHS } from '../web/frame/guide-paths.ts';
import { toInlineHtml } from '../web/frame/highlight.ts';
import { readChangelog } from './changelog.ts';
import { FACTS } from './facts.ts';
import { FLAG_TEXTS } from './flags.ts';
import { toHeadingHtml, toRichHtml } from './markup.ts';
import type { OpenApi } from './openapi.ts';
import { listMenu, PAGES, type Page, TEXTS, toSearchPage } from './pages.ts';
import { toErrorRows, toOperations } from './reference.ts';
import { createSearchDocs, MAX_QUERY_LENGTH } from './search-index.ts';
import { toWindowPicture } from './window-picture.ts';

const HTML = createPages({ folder: import.meta.dirname, style: 'docs.css' });
const FINDER = readAsset(join(import.meta.dirname, 'assets/finder.js'));
const TRY = readAsset(join(import.meta.dirname, 'assets/try.js'));

/** What the pages know of the service. */
interface Service {
  baseUrl: string;
  supportUrl: string | null;
}

export interface DocsPages {
  paths: readonly string[];
  /** The page at one of these paths; it is the same for everyone, and made once. */
  renderPage(path: string): string;
  /** The page of results. */
  renderSearch(typed: string, language: Language): string;
}

/** Pages are made when they are first asked for: a start of the server does not wait for them. */
export function createDocsPages(openapi: OpenApi, service: Service): DocsPages {
  const readValues = once(() => toValues(openapi, service.baseUrl));
  const pages = new Map(
    PAGES.map((page) => [page.path, once(() => render(page, service, readValues()))]),
  );
  const renderPage = (path: string) => pages.get(path)?.() ?? '';
  const readSearch = once(() =>
    createSearchDocs(
      PAGES.map((page) => ({
        ...page,
        html: renderPage(page.path),
        menus: LANGUAGES.filter((language) => listMenu(language).includes(page)),
      })),
    ),
  );
  return {
    paths: [...pages.keys()],
    renderPage,
    renderSearch(typed, language) {
      const query = typed.slice(0, MAX_QUERY_LENGTH).trim();
      const results = readSearch()(query, language);
      const page = toSearchPage(language);
      return render(page, service, { query, results }, toSearchHrefs(query));
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function serveAssets(scope: FastifyInstance): void {
  HTML.serveAssets(scope);
  serveFiles(scope, [FINDER, TRY]);
}

/** A page without other languages leads to the guide in them. */
function render(
  page: Page,
  service: Service,
  values: object,
  languageHrefs: LanguageLinks['hrefs'] = GUIDE_PATHS,
): string {
  return HTML.render(page.name, {
    ...values,
    baseUrl: service.baseUrl,
    frame: toFrame(page, service, languageHrefs),
    page,
    pages: listMenu(page.language),
    maxQueryLength: MAX_QUERY_LENGTH,
    t: TEXTS[page.language],
  });
}

function toFrame(
  { language, title, name }: Page,
  { baseUrl, supportUrl }: Service,
  hrefs: LanguageLinks['hrefs'],
): Frame {
  const isGuide = name === 'guide';
  return {
    language,
    title: `${title} · ${TEXTS[language].menu}`,
    description: TEXTS[language].description,
    current: 'docs',
    supportUrl,
    languageChoice: { hrefs, baseUrl: isGuide ? baseUrl : undefined },
    scripts: isGuide ? [FINDER.url, TRY.url] : [FINDER.url],
  };
}

/** The same search in each language. */
function toSearchHrefs(query: string): LanguageLinks['hrefs'] {
  const toHref = (lang: Language) => `?${new URLSearchParams({ q: query, lang })}`;
  return { ro: toHref('ro'), ru: toHref('ru'), en: toHref('en') };
}

/** What the pages show, alike in all languages. */
function toValues(openapi: OpenApi, baseUrl: string) {
  const operations = toOperations(openapi);
  return {
    openapi,
    operations,
    errors: toErrorRows(Object.values(operations)),
    flags: Object.entries(FLAG_TEXTS),
    releases: readChangelog(),
    firstExamples: toCodeExamples(baseUrl),
    patientExamples: toPatientExamples(baseUrl),
    picture: toWindowPicture(FACTS.exampleLimit),
    facts: FACTS,
    testCompanies: TEST_COMPANIES,
    unknownTestIdno: UNKNOWN_TEST_IDNO,
    inline: toInlineHtml,
    rich: toRichHtml,
    heading: toHeadingHtml,
  };
}
