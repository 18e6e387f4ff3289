import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIdnoForm } from '../domain/company/idno.ts';
import { findHeaderFault } from '../web/refused-requests.ts';
import { findPathEnd } from '../web/request-target.ts';
import { cacheAnswers } from './answer-cache.ts';
import { type ApiGuardDependencies, guardScope } from './api-guard.ts';
import { type ChangesDependencies, changesRoute } from './changes.ts';
import type { FindCompanyAnswer } from './company-document.ts';
import { sendApiError, sendApiFault, sendMethodNotAllowed } from './errors.ts';
import { listMethods, toRoute } from './operations.ts';
import { type SearchDependencies, searchRoute } from './search.ts';
import { sendAnswer } from './send-answer.ts';

export interface RestDependencies
  extends ApiGuardDependencies,
    SearchDependencies,
    ChangesDependencies {
  findCompanyAnswer: FindCompanyAnswer;
  /** Changes when any company changes; null: answers are not cached. */
  readDataVersion: (() => number) | null;
  /** Memory for cached answers; 0: none are cached. */
  answerCacheBytes: number;
}

/** The public API: its operations behind one guard. Registered under REST_PREFIX. */
export function rest(scope: FastifyInstance, dependencies: RestDependencies, done: () => void) {
  const { findCompanyAnswer, readDataVersion, answerCacheBytes } = dependencies;
  const { readDataDate } = dependencies;
  const findAnswer = cacheAnswers(findCompanyAnswer, {
    toKey: (idno) => idno,
    readDataVersion,
    maxBytes: answerCacheBytes,
  });

  guardScope(scope, dependencies);
  scope.addHook('onRequest', refuseUnrouted);
  scope.setErrorHandler(sendApiFault);
  // Makes the hooks run for URLs without a route, which they answer themselves.
  scope.setNotFoundHandler((_request, reply) => sendApiError(reply, 'path_not_found'));

  scope.route<{ Params: { idno: string } }>({
    ...toRoute('company'),
    async handler(request, reply) {
      const { idno } = request.params;
      if (!isIdnoForm(idno)) return sendApiError(reply, 'invalid_idno');
      // Before the company is read, so that both reads run at once.
      const dataDate = readDataDate();
      const answer = await findAnswer(idno);
      if (answer === null) return sendApiError(reply, 'company_not_found');
      return sendAnswer(request, reply, answer, await dataDate);
    },
  });
  searchRoute(scope, dependencies);
  changesRoute(scope, dependencies);
  done();
}

/**
 * Before any body is read, and after the guard: without a key it is 401. A bad header is 400, which comes
 * before 404; where there is a route, the framework looks at the headers.
 */
function refuseUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  next: (error?: Error) => void,
) {
  if (!request.is404) return next();
  const fault = findHeaderFault(request, reply);
  if (fault !== null) return next(fault);
  // It can be decoded, because the router has done so before.
  const methods = listMethods(decodeURI(request.url.slice(0, findPathEnd(request.url))));
  if (methods.length > 0) sendMethodNotAllowed(reply, methods);
  else sendApiError(reply, 'path_not_found');
}
