import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/unavailable.ts';

interface ErrorAnswer {
  status: number;
  /** The identifier that clients program against. */
  error: string;
  /** One sentence that says what to do. */
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** How soon a client is told to try again after a failure of ours, in seconds. */
const RETRY_AFTER_FAULT = '5';

/** Every error that the API answers with. */
const ERROR_ANSWERS = {
  missing_or_invalid_api_key: {
    status: 401,
    error: 'missing_or_invalid_api_key',
    message:
      'Send a valid API key in the header "Authorization: Bearer <API_KEY>" or "X-Api-Key: <API_KEY>".',
    headers: { 'www-authenticate': 'Bearer' },
  },
  no_active_api_plan: {
    status: 403,
    error: 'no_active_api_plan',
    message: 'Subscribe the account of this key to a Business or Agency plan.',
  },
  rate_limited: {
    status: 429,
    error: 'rate_limited',
    message: 'Wait and retry: the key has used up its requests of the last 60 seconds.',
    headers: { 'retry-after': '60' },
  },
  invalid_idno: {
    status: 400,
    error: 'invalid_idno',
    message: 'Give an IDNO of digits only, at least 10 of them.',
  },
  company_not_found: {
    status: 404,
    error: 'not_found',
    message: 'Check the IDNO: the register has no company with this one.',
  },
  path_not_found: {
    status: 404,
    error: 'not_found',
    message: 'Check the address: companies are at /api/v1/company/{idno}.',
  },
  method_not_allowed: {
    status: 405,
    error: 'method_not_allowed',
    message: 'Use GET or HEAD.',
    headers: { allow: 'GET, HEAD' },
  },
  unavailable: {
    status: 503,
    error: 'unavailable',
    message: 'Retry in a few seconds: the service can not answer now.',
    headers: { 'retry-after': RETRY_AFTER_FAULT },
  },
} as const satisfies Record<string, ErrorAnswer>;

export type ErrorCase = keyof typeof ERROR_ANSWERS;

/** Sends one of the known errors. */
export function refuse(reply: FastifyReply, errorCase: ErrorCase): FastifyReply {
  const answer: ErrorAnswer = ERROR_ANSWERS[errorCase];
  const { status, error, message, headers } = answer;
  if (headers !== undefined) reply.headers(headers);
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify({ error, message }));
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The one place where what was thrown becomes an answer. A dependency that can't answer is a 503;
 * everything else is logged whole and answered masked.
 */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Unavailable) {
    request.log.error({ err: error }, 'a dependency does not answer');
    return refuse(reply, 'unavailable');
  }
  request.log.error({ err: error }, 'unexpected error');
  const message = `Retry later; if it goes on, report the request id ${request.id}.`;
  return reply
    .code(500)
    .type(JSON_TYPE)
    .send(JSON.stringify({ error: 'internal_error', message }));
}
