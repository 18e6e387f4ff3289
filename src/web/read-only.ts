import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, HTTP_ERRORS } from './errors.ts';

export type SendError = (
  answer: ErrorAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/**
 * Answers 405 to methods other than GET and HEAD at the addresses of a scope, before any body is
 * read. Call it before the routes.
 */
export function allowReadsOnly(scope: FastifyInstance, sendError: SendError): void {
  const others = scope.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD');
  const refuse = async (request: FastifyRequest, reply: FastifyReply) =>
    sendError(HTTP_ERRORS.method_not_allowed, request, reply);
  scope.addHook('onRoute', ({ method, url }) => {
    if (method !== 'GET') return;
    scope.route({ method: others, url, onRequest: refuse, handler: refuse });
  });
}
