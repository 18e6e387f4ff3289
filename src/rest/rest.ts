import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { isIdnoForm } from '../domain/company/idno.ts';
import type { Context } from '../schema/types.ts';
import { JSON_TYPE } from '../web/errors.ts';
import { CLIENT_CLOSED_REQUEST } from '../web/hang-up.ts';
import { type ApiGuardDependencies, createApiGuard } from './admission.ts';
import { cacheAnswers } from './answer-cache.ts';
import { type CompanyAnswer, type FindCompanyAnswer, toCompanyAnswer } from './company-answer.ts';
import type { ReadCompanyJson } from './company-document.ts';
import { answerFault, refuse } from './errors.ts';

export const REST_PREFIX = '/api/v1';

export interface RestDependencies extends ApiGuardDependencies {
  readCompanyJson: ReadCompanyJson;
  context: Context;
  /** Another number once any company has changed; null: no answer may be kept. */
  readDataVersion: (() => number) | null;
  /** Memory for answers that are kept; 0: none is. */
  answerCacheBytes: number;
  /** Counts an answer of this status for the account. */
  noteUsage: (accountId: string, status: number) => void;
}

/** The public API: one operation behind one guard. Registered under REST_PREFIX. */
export function rest(scope: FastifyInstance, dependencies: RestDependencies, done: () => void) {
  const { noteUsage } = dependencies;
  const findAnswer = createFindAnswer(dependencies);
  const admit = createApiGuard(dependencies);

  scope.decorateRequest('accountId', null);
  scope.addHook('onRequest', admit);
  scope.addHook('onResponse', ({ accountId }, { statusCode }, done) => {
    if (accountId !== null) noteUsage(accountId, statusCode);
    done();
  });
  // The limiter has counted a request of a client that did not wait for the answer.
  scope.addHook('onRequestAbort', ({ accountId }, done) => {
    if (accountId !== null) noteUsage(accountId, CLIENT_CLOSED_REQUEST);
    done();
  });
  scope.setErrorHandler(answerFault);
  // The guard has answered whatever has no route; this handler makes it run for such requests.
  scope.setNotFoundHandler((_request, reply) => refuse(reply, 'path_not_found'));

  scope.get<{ Params: { idno: string } }>('/company/:idno', async (request, reply) => {
    const { idno } = request.params;
    if (!isIdnoForm(idno)) return refuse(reply, 'invalid_idno');
    const answer = await findAnswer(idno);
    if (answer === null) return refuse(reply, 'company_not_found');
    return sendAnswer(request, reply, answer);
  });
  done();
}

function createFindAnswer(dependencies: RestDependencies): FindCompanyAnswer {
  const { readCompanyJson, context, readDataVersion, answerCacheBytes: maxBytes } = dependencies;
  const find = async (idno: string) => {
    const json = await readCompanyJson(idno, context);
    return json === null ? null : toCompanyAnswer(json);
  };
  if (readDataVersion === null || maxBytes === 0) return find;
  return cacheAnswers(find, { readDataVersion, maxBytes });
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: CompanyAnswer,
): FastifyReply {
  reply.header('etag', etag);
  // Its `Cache-Control` is left out of account: fetch adds `no-cache` to every conditional request.
  const { 'if-none-match': ifNoneMatch } = request.headers;
  if (fresh({ 'if-none-match': ifNoneMatch }, { etag })) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(body);
}
