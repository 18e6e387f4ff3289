import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PLAN_CHOICE, LIMIT_WINDOW_SECONDS } from '../domain/account/plan.ts';
import { MIN_IDNO_DIGITS } from '../domain/company/idno.ts';
import { toWordList } from '../domain/word-list.ts';
import {
  type ErrorAnswer,
  HTTP_ERRORS,
  RefusedRequest,
  sendError,
  toErrorAnswer,
} from '../web/errors.ts';
import { PATH_LIST } from './operations.ts';

/** The errors of the API, in addition to those of every address (`HTTP_ERRORS`). */
export const ERROR_ANSWERS = {
  https_required: {
    status: 403,
    error: 'https_required',
    message: 'Use https, and regenerate the key: it was sent over http, where others can read it.',
  },
  missing_or_invalid_api_key: {
    status: 401,
    error: 'missing_or_invalid_api_key',
    message:
      'Send a valid API key in the header "Authorization: Bearer <API_KEY>" or "X-Api-Key: <API_KEY>": see the guide at /docs.',
    headers: { 'www-authenticate': 'Bearer' },
  },
  no_active_api_plan: {
    status: 403,
    error: 'no_active_api_plan',
    message: `Subscribe the account of this key to a ${API_PLAN_CHOICE} plan.`,
  },
  test_key_only: {
    status: 403,
    error: 'no_active_api_plan',
    message: `This is the public test key, which answers for the test companies only: subscribe to a ${API_PLAN_CHOICE} plan for a key of your own.`,
  },
  rate_limited: {
    status: 429,
    error: 'rate_limited',
    message: `Wait and retry: the key has used up its requests of the last ${LIMIT_WINDOW_SECONDS} seconds.`,
    headers: { 'retry-after': String(LIMIT_WINDOW_SECONDS) },
  },
  too_few_left: {
    status: 429,
    error: 'rate_limited',
    message:
      'Wait and retry, or ask for fewer companies: the key has fewer requests left than this one counts as.',
    headers: { 'retry-after': String(LIMIT_WINDOW_SECONDS) },
  },
  invalid_idno: {
    status: 400,
    error: 'invalid_idno',
    message: `Give an IDNO of digits only, at least ${MIN_IDNO_DIGITS} of them.`,
  },
  invalid_watched_idno: {
    status: 400,
    error: 'invalid_idno',
    message: 'Give an IDNO of 13 digits.',
  },
  watchlist_full: {
    status: 409,
    error: 'watchlist_full',
    message:
      'Remove companies from the watch list first, or upgrade: the plan has no room for more.',
  },
  company_not_found: {
    status: 404,
    error: 'not_found',
    message: 'Check the IDNO: the register has no company with this one.',
  },
  cursor_expired: {
    status: 410,
    error: 'cursor_expired',
    message:
      'Begin again without after and from, then look up your companies: changes in between are not kept.',
  },
  path_not_found: {
    ...HTTP_ERRORS.not_found,
    message: `Check the address: the API has ${PATH_LIST}.`,
  },
} as const satisfies Record<string, ErrorAnswer>;

export type ErrorCase = keyof typeof ERROR_ANSWERS;

export function sendApiError(reply: FastifyReply, errorCase: ErrorCase): FastifyReply {
  return sendError(reply, ERROR_ANSWERS[errorCase]);
}

/** For an address that has these methods. */
export function toMethodNotAllowed(methods: readonly string[]) {
  const message = `Use ${toWordList(methods, 'or')}.`;
  return { ...HTTP_ERRORS.method_not_allowed, message, headers: { allow: methods.join(', ') } };
}

/** Every body of the API is JSON. */
export const NOT_JSON = {
  ...HTTP_ERRORS.unsupported_media_type,
  message: 'Send the body with the header "Content-Type: application/json".',
};

/** Every error of the API is JSON, whatever the request accepts. */
export function sendApiFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RefusedRequest) request.isRefused = true;
  return sendError(reply, toErrorAnswer(error, request, { [NOT_JSON.error]: NOT_JSON.message }));
}
