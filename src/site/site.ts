import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { createCookies } from '../web/cookies.ts';
import { serveSharedAssets } from '../web/frame/frame.ts';
import { readLanguage } from '../web/language.ts';
import { allowReadsOnly, type SendError } from '../web/read-only.ts';
import { CONTENT_SECURITY_POLICY } from '../web/security-headers.ts';
import { sendTagged, type TaggedAnswer } from '../web/tagged-answer.ts';
import { ROBOTS } from './robots.ts';
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

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};
/** Pages differ by language alone; a cached one is revalidated before each use. */
const CACHING = { 'cache-control': 'no-cache', vary: 'accept-language, cookie' };
const FOR_A_DAY = 'public, max-age=86400';
const FAVICON = readFileSync(join(import.meta.dirname, 'assets/favicon.ico'));

/** The start page, the status of the service, and the files that all pages load. No key is needed. */
export function site(
  scope: FastifyInstance,
  dependencies: SiteDependencies,
  done: (error?: Error) => void,
): void {
  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(HEADERS);
    next();
  });
  allowReadsOnly(scope, dependencies.sendError);
  serveSharedAssets(scope);
  serveAssets(scope);
  statusRoute(scope, dependencies);
  scope.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', FOR_A_DAY).type('text/plain; charset=utf-8').send(ROBOTS),
  );
  // Browsers look here for the icon of addresses that are not pages, such as JSON.
  scope.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', FOR_A_DAY).type('image/x-icon').send(FAVICON),
  );
  dependencies.readAnswer(EXAMPLE_IDNO).then((answer) => {
    startRoute(scope, dependencies, answer);
    done();
  }, done);
}

function statusRoute(
  scope: FastifyInstance,
  { baseUrl, supportUrl, status }: SiteDependencies,
): void {
  const cookies = createCookies(baseUrl);
  const readFacts = createStatusFacts(status);
  const toPage = createStatusPage(supportUrl);
  // Always 200: the page says what does not work.
  scope.get('/status', async (request, reply) => {
    const facts = await readFacts();
    return sendPage(request, reply, toPage(facts, readLanguage(request, cookies)));
  });
}

function startRoute(scope: FastifyInstance, dependencies: SiteDependencies, answer: string): void {
  const cookies = createCookies(dependencies.baseUrl);
  const toPage = createStartPage({ ...dependencies, answer });
  scope.get('/', async (request, reply) => {
    const dataDate = await findDataDate(dependencies.status);
    return sendPage(request, reply, toPage(readLanguage(request, cookies), dataDate));
  });
}

/** Null if the store fails: the page does not need it. */
async function findDataDate({ readDataDate }: StatusSources): Promise<string | null> {
  try {
    return await readDataDate();
  } catch {
    return null;
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: TaggedAnswer): FastifyReply {
  return sendTagged(request, reply.headers(CACHING), page);
}
