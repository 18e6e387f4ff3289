import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadAccountUsage } from '../accounts/usage/account-usage.ts';
import type { WatchLists } from '../accounts/watching/watch-lists.ts';
import type { Answers } from '../answers/answers.ts';
import type { ReadDataDate } from '../answers/caches.ts';
import type { JsonAnswer } from '../answers/documents.ts';
import { isIdnoForm } from '../domain/company/idno.ts';
import { isTestIdno } from '../domain/company/test-companies.ts';
import { JSON_TYPE, sendError } from '../web/errors.ts';
import { findHeaderFault, findPathEnd } from '../web/request.ts';
import { takeJsonBodies } from '../web/scope.ts';
import { sendTagged } from '../web/tagged-answer.ts';
import {
  type ApiGuardDependencies,
  createFaultHandler,
  guardScope,
  mayAskFor,
} from './api-guard.ts';
import { type ErrorCase, sendApiError, sendApiFault, toMethodNotAllowed } from './errors.ts';
import { listMethods, MAX_BODY_BYTES, MAX_IDNOS, OPERATIONS, toRoute } from './operations.ts';
import {
  readIdnos,
  readQuery,
  toChangesRequest,
  toDayAsked,
  toHistoryPage,
  toQueryValues,
  toSearchRequest,
} from './parameters.ts';
import { readUsageAnswer } from './usage.ts';
import { watchListRoutes } from './watch-list.ts';

export interface RestDependencies
  extends ApiGuardDependencies,
    Pick<
      Answers,
      | 'readDataDate'
      | 'findCompany'
      | 'findCompanyAt'
      | 'listHistory'
      | 'listCompanies'
      | 'search'
      | 'listChanges'
    > {
  watchLists: WatchLists;
  readAccountUsage: ReadAccountUsage;
}

/** Whether a request is about a test company. */
const ofTestCompany = ({ params }: FastifyRequest) => isTestIdno(Object(params).idno);

/** The public API: its operations behind one guard. Registered under REST_PREFIX. */
export function rest(
  scope: FastifyInstance,
  dependencies: RestDependencies,
  done: () => void,
): void {
  const { readDataDate, findCompany, findCompanyAt, listHistory, listCompanies } = dependencies;
  const { search, listChanges, nowMs } = dependencies;

  const admit = guardScope(scope, dependencies);
  scope.addHook('onRequest', refuseUnrouted);
  takeJsonBodies(scope, MAX_BODY_BYTES);
  scope.setErrorHandler(createFaultHandler(admit, sendApiFault));
  // Makes the hooks run for URLs without a route, which they answer themselves.
  scope.setNotFoundHandler((_request, reply) => sendApiError(reply, 'path_not_found'));

  const sendAnswer = createSendAnswer(readDataDate);
  scope.route<{ Params: { idno: string } }>({
    ...toRoute('company', { takesTestKey: ofTestCompany }),
    async handler(request, reply) {
      const { idno } = request.params;
      if (!isIdnoForm(idno)) return sendApiError(reply, 'invalid_idno');
      const day = toDayAsked(request.query);
      const ask = () =>
        day === null ? findCompany(idno) : findCompanyAt(idno, day, request.accountId);
      return sendAnswer(request, reply, ask, 'company_not_found');
    },
  });
  scope.route<{ Params: { idno: string } }>({
    ...toRoute('history', { takesTestKey: ofTestCompany }),
    async handler(request, reply) {
      const { idno } = request.params;
      if (!isIdnoForm(idno)) return sendApiError(reply, 'invalid_idno');
      const wanted = { idno, ...toHistoryPage(readQuery(request)) };
      const ask = () => listHistory(wanted, request.accountId);
      return sendAnswer(request, reply, ask, 'company_not_found');
    },
  });
  scope.route<{ Body?: Buffer }>({
    ...toRoute('companies', { takesTestKey: () => true }),
    async handler(request, reply) {
      const idnos = readIdnos(request.body, MAX_IDNOS);
      // As for one company, before the limit.
      if (!mayAskFor(idnos, request)) return sendApiError(reply, 'test_key_only');
      if (!(await admit(request, reply, idnos.length))) return reply;
      return sendAnswer(request, reply, () => listCompanies(idnos));
    },
  });
  scope.route({
    ...toRoute('search', { takesTestKey: () => true }),
    async handler(request, reply) {
      const wanted = toSearchRequest(readQuery(request));
      return sendAnswer(request, reply, () => search(wanted, request.accountId));
    },
  });
  scope.route({
    // It has no watch list.
    ...toRoute('changes', { takesTestKey: ({ query }) => Object(query).watched !== 'true' }),
    async handler(request, reply) {
      const wanted = toChangesRequest(readQuery(request), nowMs());
      const ask = () => listChanges(wanted, request.accountId);
      return sendAnswer(request, reply, ask, 'cursor_expired');
    },
  });
  scope.route({
    ...toRoute('usage', { takesTestKey: () => true }),
    async handler(request, reply) {
      toQueryValues(readQuery(request), OPERATIONS.usage.parameters);
      const answer = await readUsageAnswer(request, dependencies.readAccountUsage);
      if (answer === null) return sendApiError(reply, 'missing_or_invalid_api_key');
      return reply.type(JSON_TYPE).send(answer.body);
    },
  });
  watchListRoutes(scope, dependencies.watchLists);
  done();
}

/** Answers 200, 304 where the client has this body, or the error `missing` for null. */
function createSendAnswer(readDataDate: ReadDataDate) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    ask: () => Promise<JsonAnswer | null>,
    missing: ErrorCase = 'company_not_found',
  ): Promise<FastifyReply> => {
    const [dataDate, answer] = await Promise.all([readDataDate(), ask()]);
    if (answer === null) return sendApiError(reply, missing);
    const answerDate = answer.dataDate ?? dataDate;
    if (answerDate !== null) reply.header('x-data-date', answerDate);
    if (answer.delistedSince != null) reply.header('x-removed-since', answer.delistedSince);
    return sendTagged(request, reply, { ...answer, type: JSON_TYPE });
  };
}

/**
 * Answers 404 and 405 before any body is read, and after the guard, so that a request without a key
 * gets 401. A bad header is 400, which comes first; for other requests a hook checks the headers.
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
  if (methods.length > 0) sendError(reply, toMethodNotAllowed(methods));
  else sendApiError(reply, 'path_not_found');
}
