import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { createCookies } from '../web/cookies.ts';
import { serveSharedAssets } from '../web/frame/frame.ts';
import { readLanguage } from '../web/language.ts';
import { allowReadsOnly, type SendError } from '../web/read-only.ts';
import { PAGE_HEADERS } from '../web/security-headers.ts';
import { sendPage } from '../web/tagged-answer.ts';
import { createStartPage, type StartPageOptions } from './start-page.ts';
import { createStatusFacts, type StatusSources } from './status-facts.ts';
import { createStatusPage } from './status-page.ts';
import { serveAssets } from './view.ts';

export interface SiteDependencies extends Omit<StartPageOptions, 'answer'> {
  /** The API's answer for an IDNO, as JSON. */
  readAnswer: (idno: string) => Promise<string>;
  status: StatusSources;
  sendError: SendError;
}

/**
 * Private addresses, and those for programs only. Not companies' pages: crawlers that may not ask for them
 * do not see that they are `noindex`, and may list their addresses.
 */
const DISALLOWED = ['/api/', '/cont', '/events/', '/graphql', '/health/', '/mcp', '/metrics'];
/** For crawlers (RFC 9309): the start page, the status and the documentation may be found. */
const ROBOTS = [
  'User-agent: *',
  ...DISALLOWED.map((path) => `Disallow: ${path}`),
  'Allow: /',
  '',
].join('\n');
const FOR_A_DAY = 'public, max-age=86400';
const FAVICON = readFileSync(join(import.meta.dirname, 'assets/favicon.ico'));

/** The start page, the status of the service, and the files that all pages load. No key is needed. */
export function site(
  scope: FastifyInstance,
  dependencies: SiteDependencies,
  done: (error?: Error) => void,
): void {
  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(PAGE_HEADERS);
    next();
  });
  allowReadsOnly(scope, dependencies.sendError);
  serveSharedAssets(scope);
  serveAssets(scope);
  const cookies = createCookies(dependencies.baseUrl);
  const { status, supportUrl } = dependencies;
  const readFacts = createStatusFacts(status);
  const toStatusPage = createStatusPage(supportUrl);
  // Always 200: the page says what does not work.
  scope.get('/status', async (request, reply) => {
    const facts = await readFacts();
    return sendPage(request, reply, toStatusPage(facts, readLanguage(request, cookies)));
  });
  scope.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', FOR_A_DAY).type('text/plain; charset=utf-8').send(ROBOTS),
  );
  // Browsers look here for the icon of addresses that are not pages, such as JSON.
  scope.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', FOR_A_DAY).type('image/x-icon').send(FAVICON),
  );
  dependencies.readAnswer(EXAMPLE_IDNO).then((answer) => {
    const toStartPage = createStartPage({ ...dependencies, answer });
    scope.get('/', async (request, reply) => {
      const dataDate = await findDataDate(status);
      return sendPage(request, reply, toStartPage(dataDate, readLanguage(request, cookies)));
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
