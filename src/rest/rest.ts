import type { FastifyInstance } from 'fastify';
import { isIdnoForm } from '../domain/company/idno.ts';
import { cacheAnswers } from './answer-cache.ts';
import { type ApiGuardDependencies, guardScope } from './api-guard.ts';
import { type ChangesDependencies, changesRoute } from './changes.ts';
import type { FindCompanyAnswer } from './company-document.ts';
import { sendApiError, sendApiFault } from './errors.ts';
import { toRoute } from './operations.ts';
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
  scope.setErrorHandler(sendApiFault);
  // Makes the guard run for URLs without a route, which it then answers itself.
  scope.setNotFoundHandler((_request, reply) => sendApiError(reply, 'path_not_found'));

  scope.get<{ Params: { idno: string } }>(toRoute('company'), async (request, reply) => {
    const { idno } = request.params;
    if (!isIdnoForm(idno)) return sendApiError(reply, 'invalid_idno');
    // Before the company is read, so that both reads run at once.
    const dataDate = readDataDate();
    const answer = await findAnswer(idno);
    if (answer === null) return sendApiError(reply, 'company_not_found');
    return sendAnswer(request, reply, answer, await dataDate);
  });
  searchRoute(scope, dependencies);
  changesRoute(scope, dependencies);
  done();
}
