import type { FastifyInstance } from 'fastify';
import { CONTENT_SECURITY_POLICY } from '../web/security-headers.ts';
import { codeListRoutes } from './code-list-routes.ts';
import { CODE_LISTS } from './code-lists.ts';
import { toLlmsText } from './llms-text.ts';
import { toOpenApi } from './openapi.ts';
import { createTestCompanyList, type ReadAnswer } from './test-company-list.ts';
import { PAGES, renderPages, serveAssets } from './view.ts';

export interface DocsDependencies {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  /** Where people get help; null: there is no such place. */
  supportUrl: string | null;
  toCompanyUrl: (idno: string) => string;
  readAnswer: ReadAnswer;
}

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // The same for everyone; a new edition of the program shows within five minutes.
  'cache-control': 'public, max-age=300',
};

/** Documentation for developers of clients and for their tools. No key is needed. */
export function docs(
  scope: FastifyInstance,
  { baseUrl, supportUrl, toCompanyUrl, readAnswer }: DocsDependencies,
  done: (error?: Error) => void,
): void {
  const openapi = toOpenApi(baseUrl, toCompanyUrl);
  const openapiText = JSON.stringify(openapi, null, 2);
  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(HEADERS);
    next();
  });

  // Tools that run in browsers read it from pages of their own.
  scope.get('/openapi.json', (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(openapiText),
  );

  const llmsText = toLlmsText(baseUrl, PAGES);
  scope.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText),
  );

  serveAssets(scope);
  for (const { path, html } of renderPages(openapi, { baseUrl, supportUrl })) {
    scope.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  }
  scope.get('/docs/', (_request, reply) => reply.redirect('/docs', 308));
  createTestCompanyList(readAnswer).then((list) => {
    codeListRoutes(scope, [...CODE_LISTS, list]);
    done();
  }, done);
}
