import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { isIdnoForm } from '../domain/idno.ts';
import type { Context } from '../schema/types.ts';
import { type AdmissionDependencies, createAdmission } from './admission.ts';
import type { ReadCompanyJson } from './company-document.ts';
import { answerFault, JSON_TYPE, refuse } from './errors.ts';

export const REST_PREFIX = '/api/v1';

export interface RestDependencies extends AdmissionDependencies {
  readCompanyJson: ReadCompanyJson;
  context: Context;
  /** Counts an answer of this status for the account. */
  noteUsage: (accountId: string, status: number) => void;
}

/** The public API: one operation behind one guard. Registered under REST_PREFIX. */
export function rest(scope: FastifyInstance, dependencies: RestDependencies, done: () => void) {
  const { readCompanyJson, context, noteUsage } = dependencies;
  const admit = createAdmission(dependencies);

  scope.decorateRequest('accountId', null);
  scope.addHook('onRequest', admit);
  scope.addHook('onResponse', ({ accountId }, { statusCode }, done) => {
    if (accountId !== null) noteUsage(accountId, statusCode);
    done();
  });
  scope.setErrorHandler(answerFault);
  // The guard has answered whatever has no route; this handler makes it run for such requests.
  scope.setNotFoundHandler((_request, reply) => refuse(reply, 'path_not_found'));

  scope.get<{ Params: { idno: string } }>('/company/:idno', async (request, reply) => {
    const { idno } = request.params;
    if (!isIdnoForm(idno)) return refuse(reply, 'invalid_idno');
    const json = await readCompanyJson(idno, context);
    return json === null ? refuse(reply, 'company_not_found') : sendCompany(request, reply, json);
  });
  done();
}

function sendCompany(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  // Encoded once, for the tag and the socket alike.
  const body = Buffer.from(json);
  const etag = `"${hash('sha256', body)}"`;
  reply.header('etag', etag);
  // Its `Cache-Control` is left out of account: fetch adds `no-cache` to every conditional request.
  const { 'if-none-match': ifNoneMatch } = request.headers;
  if (fresh({ 'if-none-match': ifNoneMatch }, { etag })) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(body);
}
