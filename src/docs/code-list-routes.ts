import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../web/errors.ts';
import { sendTagged } from '../web/tagged-answer.ts';
import type { CodeList } from './code-lists.ts';

const HEADERS = {
  // For clients in browsers too.
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
};

/** The lists of codes for clients. No key is needed. */
export function codeListRoutes(scope: FastifyInstance, lists: readonly CodeList[]): void {
  for (const { path, body, etag } of lists) {
    scope.get(path, (request, reply) =>
      sendTagged(request, reply.headers(HEADERS), { body, etag, type: JSON_TYPE }),
    );
  }
}
