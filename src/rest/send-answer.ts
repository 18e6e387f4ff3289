import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../web/errors.ts';
import { sendTagged } from '../web/tagged-answer.ts';
import type { CompanyAnswer } from './company-document.ts';

/** Answers 200, or 304 where the client has this body. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: CompanyAnswer,
  dataDate: string | null,
): FastifyReply {
  if (dataDate !== null) reply.header('x-data-date', dataDate);
  return sendTagged(request, reply, { body, etag, type: JSON_TYPE });
}
