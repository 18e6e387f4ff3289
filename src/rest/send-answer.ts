import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { JSON_TYPE } from '../web/errors.ts';
import type { CompanyAnswer } from './company-document.ts';

/** Answers 200, or 304 where the client has this body. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: CompanyAnswer,
  dataDate: string | null,
): FastifyReply {
  reply.header('etag', etag);
  if (dataDate !== null) reply.header('x-data-date', dataDate);
  // Without `Cache-Control`: fetch adds `no-cache` to every conditional request.
  const { 'if-none-match': ifNoneMatch } = request.headers;
  if (fresh({ 'if-none-match': ifNoneMatch }, { etag })) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(body);
}
