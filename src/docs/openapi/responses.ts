import { maxHeaderSize } from 'node:http';
import { API_PLAN_CHOICE, LIMIT_WINDOW_SECONDS } from '../../domain/account/plan.ts';
import { ERROR_ANSWERS } from '../../rest/errors.ts';
import { HTTP_ERRORS } from '../../web/errors.ts';
import { type ErrorName, WHAT_TO_DO } from '../locales/en-api.ts';
import { COUNTED, type HeaderName, type Reference, toHeaders } from './headers.ts';
import type words from './words.json';

export interface Example {
  summary?: string;
  'x-what-to-do'?: string;
  value: object;
}

export interface Response {
  description: string;
  headers?: Readonly<Record<string, Reference>>;
  content?: Content;
  /** The values of `error` in its body. */
  'x-errors'?: readonly ErrorName[];
}

export interface Content {
  'application/json': { schema: Reference; examples?: Examples };
}

export type Examples = Readonly<Record<string, Example>>;
export type SchemaName = keyof typeof words;

export type Responses = Readonly<Record<string, Response | Reference>>;

interface ErrorExample {
  error: ErrorName;
  message: string;
}

/** The answers that every operation may give. */
export const RESPONSES = {
  Unauthorized: toError(
    'There is no key, or a malformed, unknown or revoked one; or one header has different values, or the two headers have different keys.',
    [ERROR_ANSWERS.missing_or_invalid_api_key],
    ['WWW-Authenticate', 'X-Request-Id', 'Cache-Control'],
  ),
  NoActivePlan: toError(
    `The key is valid, but its account has no active ${API_PLAN_CHOICE} plan; or it is the public test key, which answers for test companies only; or the request came over \`http\` to a service at \`https\`, and the key was not looked at.`,
    [ERROR_ANSWERS.no_active_api_plan, ERROR_ANSWERS.https_required],
    ['X-Request-Id', 'Cache-Control'],
  ),
  MethodNotAllowed: toError(
    'The request has a method other than GET or HEAD.',
    [HTTP_ERRORS.method_not_allowed],
    ['Allow', ...COUNTED],
  ),
  RequestTimeout: toError(
    'The request was not complete in time. The connection is closed.',
    [HTTP_ERRORS.request_timeout],
    [],
  ),
  ExpectationFailed: toError(
    'The request has a header `Expect` with a value other than `100-continue`.',
    [HTTP_ERRORS.expectation_failed],
  ),
  RateLimited: toError(
    `The key has used all requests of its plan for ${LIMIT_WINDOW_SECONDS} seconds, or this request counts as more than are left. It does not count.`,
    [ERROR_ANSWERS.rate_limited],
    ['Retry-After-Window', ...COUNTED],
  ),
  HeadersTooLarge: toError(
    `The address and the headers together exceed ${maxHeaderSize / 1_024} KiB. The connection is closed.`,
    [HTTP_ERRORS.headers_too_large],
    [],
  ),
  InternalError: toError('An error of the service. The message contains the request id.', [
    {
      error: 'internal_error',
      message:
        'Retry later; if it goes on, report the request id 5f0c7a1e-4d7b-4f43-9a3f-0d6c0f6f2b11.',
    },
  ]),
  Unavailable: toError(
    'The service cannot answer now. This says nothing about the company; it is never a 404.',
    [HTTP_ERRORS.unavailable],
    ['Retry-After-Fault', ...COUNTED],
  ),
};

/** References to them, by status. */
export const SHARED_RESPONSES = {
  401: refer('Unauthorized'),
  403: refer('NoActivePlan'),
  405: refer('MethodNotAllowed'),
  408: refer('RequestTimeout'),
  417: refer('ExpectationFailed'),
  429: refer('RateLimited'),
  431: refer('HeadersTooLarge'),
  500: refer('InternalError'),
  503: refer('Unavailable'),
} satisfies Responses;

/** A response with one of these errors, or one of `others`, which other responses show. */
export function toError(
  description: string,
  examples: readonly ErrorExample[],
  headers: readonly HeaderName[] = COUNTED,
  others: readonly ErrorName[] = [],
): Response {
  const shown = examples.map(({ error, message }) => [
    error,
    { 'x-what-to-do': WHAT_TO_DO[error], value: { error, message } },
  ]);
  return {
    description,
    ...(headers.length > 0 && { headers: toHeaders(headers) }),
    content: toContent('ApiError', Object.fromEntries(shown)),
    'x-errors': [...examples.map(({ error }) => error), ...others],
  };
}

/** JSON of this schema, as a reference alone: generators drop the fields if a keyword is beside it. */
export function toContent(schema: SchemaName, examples?: Examples): Content {
  const $ref = `#/components/schemas/${schema}`;
  return { 'application/json': { schema: { $ref }, ...(examples && { examples }) } };
}

function refer(name: keyof typeof RESPONSES): Reference {
  return { $ref: `#/components/responses/${name}` };
}
