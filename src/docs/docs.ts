import type { FastifyInstance } from 'fastify';
import { toOpenApi } from './openapi.ts';

export interface DocsDependencies {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  toCompanyUrl: (idno: string) => string;
}

/** Public and the same for everyone; a new edition of the program shows within five minutes. */
const CACHE_CONTROL = 'public, max-age=300';

/** What a client's developer reads, and what their tools read. No key is needed. */
export function docs(scope: FastifyInstance, dependencies: DocsDependencies, done: () => void) {
  const { baseUrl, toCompanyUrl } = dependencies;
  const openapiText = JSON.stringify(toOpenApi(baseUrl, toCompanyUrl), null, 2);

  // Tools that run in browsers read it from pages of their own.
  scope.get('/openapi.json', (_request, reply) =>
    reply
      .header('cache-control', CACHE_CONTROL)
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(openapiText),
  );
  done();
}
