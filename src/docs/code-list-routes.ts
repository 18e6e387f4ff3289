import type { FastifyInstance } from 'fastify';
import fresh from 'fresh';
import type { CodeList } from './code-lists.ts';

const HEADERS = {
  // For clients in browsers too.
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
};

/** The lists of codes for clients. No key is needed. */
export function codeListRoutes(scope: FastifyInstance, lists: readonly CodeList[]): void {
  for (const { path, body, etag } of lists) {
    scope.get(path, ({ headers: { 'if-none-match': ifNoneMatch } }, reply) => {
      reply.headers({ ...HEADERS, etag });
      if (fresh({ 'if-none-match': ifNoneMatch }, { etag })) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(body);
    });
  }
}
