import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/errors.ts';
import { CrossSite } from './same-origin.ts';

export interface ErrorAnswer {
  status: number;
  /** The identifier that clients program against. */
  error: string;
  /** One sentence that says what to do. */
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** How soon a client is told to try again after a failure of ours. */
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
  cross_site: {
    status: 403,
    error: 'cross_site',
    message: 'Send it from a page of this service.',
  },
  not_found: {
    status: 404,
    error: 'not_found',
    message: 'Check the address: companies are at /api/v1/company/{idno}.',
  },
  not_acceptable: {
    status: 406,
    error: 'not_acceptable',
    message: 'Accept application/json.',
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
    message: 'Retry in a few seconds: the service can not answer now.',
    headers: { 'retry-after': String(RETRY_AFTER_FAULT_SECONDS) },
  },
} as const satisfies Record<string, ErrorAnswer>;

/** What the form of a request is refused with, as the framework does by errors of its own. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  readonly statusCode: number;

  constructor(statusCode: number) {
    super(`the request is refused with ${statusCode}`);
    this.statusCode = statusCode;
  }
}

/**
 * The one place where what was thrown becomes an answer. What the client can mend is told, a
 * dependency that does not answer is a 503; everything else is logged whole and answered masked.
 */
export function toErrorAnswer(error: unknown, { id, log }: FastifyRequest): ErrorAnswer {
  if (error instanceof CrossSite) return HTTP_ERRORS.cross_site;
  if (error instanceof Unavailable) {
    log.error({ err: error }, 'a dependency does not answer');
    return HTTP_ERRORS.unavailable;
  }
  const refused = toRefused(error);
  if (refused !== null) return refused;
  log.error({ err: error }, 'unexpected error');
  const message = `Retry later; if it goes on, report the request id ${id}.`;
  return { status: 500, error: 'internal_error', message };
}

/** Sends an error as JSON. */
export function sendError(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  const { status, error, message, headers } = answer;
  if (headers !== undefined) reply.headers(headers);
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify({ error, message }));
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What the framework refuses of a request, told by the status of its error; null: anything else. */
function toRefused(error: unknown): ErrorAnswer | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  // The framework finds nothing else wrong with a request that reached a route.
  if (status === 400 && !(error instanceof RefusedRequest)) return HTTP_ERRORS.unreadable_body;
  const answers: readonly ErrorAnswer[] = Object.values(HTTP_ERRORS);
  return answers.find((one) => one.status === status) ?? HTTP_ERRORS.bad_request;
}
