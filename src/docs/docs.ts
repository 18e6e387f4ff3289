import type { FastifyInstance } from 'fastify';
import { isLanguage, type Language } from '../domain/account/language.ts';
import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { toWordList } from '../domain/word-list.ts';
import { createCookies } from '../web/cookies.ts';
import { GUIDE_PATHS, type Offer } from '../web/frame/frame.ts';
import { createGzippedSender } from '../web/gzipped.ts';
import { readLanguage } from '../web/language.ts';
import { createVisitorLimit } from '../web/page-limits.ts';
import {
  addHeaders,
  allowReadsOnly,
  CONTENT_SECURITY_POLICY,
  PAGE_HEADERS,
  type SendError,
} from '../web/scope.ts';
import { HTML_TYPE } from '../web/tagged-answer.ts';
import { type CodeListSources, codeListRoutes } from './code-lists.ts';
import { packBrunoFolder, toPostmanCollection } from './collections.ts';
import { FACTS } from './facts.ts';
import { type OpenApi, type Operator, toOpenApi } from './openapi.ts';
import { listMenu, listPages, type Page, SEARCH_PATH } from './pages.ts';
import { toOperations } from './reference.ts';
import { PYTHON_PACKAGE, TYPESCRIPT_PACKAGE } from './sdk/packages.ts';
import { createDocsPages, once, serveAssets, type WidgetFacts } from './view.ts';

export interface DocsDependencies extends CodeListSources, Pick<Operator, 'dataLicense'> {
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  offer: Offer;
  toCompanyUrl: (idno: string) => string;
  sendError: SendError;
  /** Null: the service has no widget. */
  widget: WidgetFacts | null;
  /** See `PageTurnsOptions`. */
  busyMs: () => number;
}

const HEADERS = {
  ...PAGE_HEADERS,
  // The pages' scripts request search results and test companies from this service.
  'content-security-policy': `${CONTENT_SECURITY_POLICY}; connect-src 'self'`,
  // The same for everyone; a new version of the program shows within five minutes.
  'cache-control': 'public, max-age=300',
};
/** The page of the widget shows a card. */
const WIDGET_PAGE_HEADERS = {
  'content-security-policy': `${HEADERS['content-security-policy']}; frame-src 'self'`,
};

/** Documentation for developers of clients and for their tools. No key is needed. */
export function docs(
  scope: FastifyInstance,
  dependencies: DocsDependencies,
  done: (error?: Error) => void,
): void {
  const { baseUrl, offer, dataLicense, toCompanyUrl, sendError } = dependencies;
  const readOpenApi = once(() => toOpenApi(baseUrl, toCompanyUrl, { ...offer, dataLicense }));
  const sendOpenApi = createGzippedSender(() => JSON.stringify(readOpenApi(), null, 2));
  addHeaders(scope, HEADERS);
  allowReadsOnly(scope, sendError);

  // Tools that run in browsers read it from pages of their own.
  scope.get('/openapi.json', (request, reply) =>
    sendOpenApi(
      request,
      reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8'),
    ),
  );

  const pages = listPages(dependencies.widget !== null);
  const sendLlmsText = createGzippedSender(() => toLlmsText(baseUrl, readOpenApi(), pages));
  scope.get('/llms.txt', (request, reply) =>
    sendLlmsText(request, reply.type('text/plain; charset=utf-8')),
  );

  const readPostman = once(() => JSON.stringify(toPostmanCollection(readOpenApi()), null, 2));
  scope.get('/docs/postman.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(readPostman()),
  );
  const readBruno = once(() => packBrunoFolder(readOpenApi()));
  scope.get('/docs/bruno.zip', (_request, reply) =>
    reply.type('application/zip').send(readBruno()),
  );

  for (const { path, type, pack } of [TYPESCRIPT_PACKAGE, PYTHON_PACKAGE]) {
    const readPackage = once(() => pack(baseUrl));
    scope.get(path, (_request, reply) => reply.type(type).send(readPackage()));
  }
  for (const path of ['/sdk', '/sdk/']) {
    scope.get(path, (_request, reply) => reply.redirect('/docs#clients', 302));
  }

  serveAssets(scope);
  const { renderPage, renderSearch } = createDocsPages(readOpenApi, { ...dependencies, pages });
  const cookies = createCookies(baseUrl);
  for (const [path, [page, ...translations]] of Map.groupBy(pages, ({ path }) => path)) {
    if (page === undefined) continue;
    const toSender = (language: Language) => {
      const translation = translations.find((one) => one.language === language);
      return createGzippedSender(() => renderPage(translation ?? page, language));
    };
    const send = { ro: toSender('ro'), ru: toSender('ru'), en: toSender('en') };
    scope.get(path, (request, reply) => {
      reply.header('vary', 'accept-language, cookie').type(HTML_TYPE);
      if (page.name === 'widget') reply.headers(WIDGET_PAGE_HEADERS);
      if (page.name !== 'guide') return send[readLanguage(request, cookies)](request, reply);
      const chosen = cookies.read(request, 'language');
      if (chosen === null || !isLanguage(chosen) || chosen === page.language) {
        return send[page.language](request, reply);
      }
      return reply.redirect(GUIDE_PATHS[chosen], 302);
    });
  }
  const limit = createVisitorLimit({ ...dependencies, refuse: sendError });
  const showFound = limit((request, reply) => {
    const { q, lang } = Object(request.query);
    const language = typeof lang === 'string' && isLanguage(lang) ? lang : 'en';
    const html = renderSearch(typeof q === 'string' ? q : '', language);
    return reply.header('x-robots-tag', 'noindex').type(HTML_TYPE).send(html);
  });
  scope.get(SEARCH_PATH, showFound);
  scope.get('/docs/', (_request, reply) => reply.redirect('/docs', 308));
  codeListRoutes(scope, dependencies).then(() => done(), done);
}

const PROGRAMS = [
  ['/openapi.json', 'OpenAPI 3.1', 'every parameter, field, header and error'],
  ['/docs/postman.json', 'Postman', 'a collection of all requests, with the public test key'],
  ['/codes/test-companies.json', 'Test companies', 'invented companies with their full responses'],
  ['/codes/statuses.json', 'Statuses', 'the values of `status` in words'],
  ['/codes/legal-forms.json', 'Legal forms', 'the values of `legal_form` in words'],
  ['/codes/caem.json', 'Activities', 'the codes of `caem` in words'],
  ['/codes/founder-types.json', 'Types of founders', 'the values of `founders[].type` in words'],
] as const;

/** A description of the service for language models, in the form of https://llmstxt.org. */
function toLlmsText(baseUrl: string, openapi: OpenApi, pages: readonly Page[]): string {
  const operations = Object.values(toOperations(openapi)).map(
    ({ summary, method, address }) => `- ${summary}: \`${method} ${baseUrl}${address}\``,
  );
  const limits = FACTS.plans.map(({ name, limit }) => `${limit} with the ${name} plan`);
  const documents = listMenu('en', pages).map(({ path, title, sections }) => {
    const topics = Object.values(sections).join(', ');
    return `- [${title}](${baseUrl}${path}): ${topics}`;
  });
  const programs = PROGRAMS.map(
    ([path, title, what]) => `- [${title}](${baseUrl}${path}): ${what}`,
  );
  return `# Registru

> The company data API of the Moldovan State Register of Legal Units: companies by IDNO, the 13-digit state identification number, or by name, as JSON.

${operations.join('\n')}
- Assistants: \`POST ${baseUrl}/mcp\` (Model Context Protocol).
- Every request needs an API key in the header \`Authorization: Bearer <API_KEY>\`. In any ${FACTS.windowSeconds} seconds a key has ${toWordList(limits, 'and')}; beyond it the response is 429.
- Fields that the register does not provide are \`null\`; nothing is guessed.
- \`${EXAMPLE_IDNO}\` is a test company, which every installation serves. For test companies the public test key answers, without an account: \`${FACTS.testKey}\`.

## Documentation

${documents.join('\n')}

## For programs

${programs.join('\n')}
`;
}
