import { maxHeaderSize } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/errors.ts';

export interface ErrorAnswer {
  status: number;
  /** The identifier that clients program against. */
  error: string;
  /** One sentence that says what to do. */
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** Of every answer: browsers guess no type, and embed nothing of it in pages of other origins. */
export const EVERYWHERE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** How soon a client should try again after a failure of the service. */
export const RETRY_AFTER_FAULT_SECONDS = 5;

/** The errors that any address may answer with. */
export const HTTP_ERRORS = {
  bad_request: {
    status: 400,
    error: 'bad_request',
    message: 'Send a valid HTTP/1.1 request.',
  },
  unreadable_body: {
    status: 400,
    error: 'bad_request',
    message: 'Send a body that can be read as what its Content-Type names.',
  },
  request_timeout: {
    status: 408,
    error: 'request_timeout',
    message: 'Send the whole request sooner.',
  },
  headers_too_large: {
    status: 431,
    error: 'headers_too_large',
    message: `Shorten the address and the headers: together they are over ${maxHeaderSize / 1_024} KiB.`,
  },
  cross_site: {
    status: 403,
    error: 'cross_site',
    message: 'Send it from a page of this service.',
  },
  not_found: {
    status: 404,
    error: 'not_found',
    message: 'Check the address: /docs describes them all.',
  },
  method_not_allowed: {
    status: 405,
    error: 'method_not_allowed',
    message: 'Use GET or HEAD.',
    headers: { allow: 'GET, HEAD' },
  },
  not_acceptable: {
    status: 406,
    error: 'not_acceptable',
    // Only GraphQL answers 406.
    message: 'Accept application/json or application/graphql-response+json.',
  },
  body_too_large: {
    status: 413,
    error: 'body_too_large',
    message: 'Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    error: 'unsupported_media_type',
    message: 'Send the body as a media type that this address takes.',
  },
  expectation_failed: {
    status: 417,
    error: 'expectation_failed',
    message: 'Leave out the header Expect, or send "100-continue" in it.',
  },
  unavailable: {
    status: 503,
    error: 'unavailable',
    message: 'Retry in a few seconds: the service cannot answer now.',
    headers: { 'retry-after': String(RETRY_AFTER_FAULT_SECONDS) },
  },
} as const satisfies Record<string, ErrorAnswer>;

/** Thrown to refuse a request with this answer. Nothing is logged. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  readonly answer: ErrorAnswer;

  constructor(answer: ErrorAnswer, options?: ErrorOptions) {
    super(answer.message, options);
    this.answer = answer;
  }
}

/**
 * The only place that turns a thrown error into an answer. What the client can fix is shown, a
 * dependency that does not answer is a 503; everything else is logged whole and answered masked.
 * `messages` replaces those of HTTP_ERRORS for the clients of one module, by identifier.
 */
export function toErrorAnswer(
  error: unknown,
  { id, log }: Pick<FastifyRequest, 'id' | 'log'>,
  messages: Readonly<Record<string, string>> = {},
): ErrorAnswer {
  const answer = toRefusal(error) ?? toFault(error, { id, log });
  return { ...answer, message: messages[answer.error] ?? answer.message };
}

/** The answer to a request that another library refused with this status, from 400 to 499. */
export function findErrorOfStatus(status: number): ErrorAnswer {
  const answers: readonly ErrorAnswer[] = Object.values(HTTP_ERRORS);
  return answers.find((one) => one.status === status) ?? { ...HTTP_ERRORS.bad_request, status };
}

/** Whether the same request may soon succeed. */
export function isTemporary(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Sends an error as JSON. */
export function sendError(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  const { status, error, headers = {} } = answer;
  reply.request.errorCode = error;
  return reply.code(status).headers(headers).type(JSON_TYPE).send(toErrorBody(answer));
}

export function toErrorBody({ error, message }: ErrorAnswer): string {
  return JSON.stringify({ error, message });
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Null unless the service or the framework refused the request. */
function toRefusal(error: unknown): ErrorAnswer | null {
  if (error instanceof RefusedRequest) return error.answer;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  // The framework finds nothing else wrong with a request that reached a route.
  return status === 400 ? HTTP_ERRORS.unreadable_body : findErrorOfStatus(status);
}

function toFault(error: unknown, { id, log }: Pick<FastifyRequest, 'id' | 'log'>): ErrorAnswer {
  if (error instanceof Unavailable) {
    if (!error.isLogged) log.error({ err: error }, 'a dependency does not answer');
    return HTTP_ERRORS.unavailable;
  }
  log.error({ err: error }, 'unexpected error');
  const message = `Retry later; if it goes on, report the request id ${id}.`;
  return { status: 500, error: 'internal_error', message };
}

/** nginx's status for a request whose client closed the connection before the whole answer. */
export const CLIENT_CLOSED_REQUEST = 499;
