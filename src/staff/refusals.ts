import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/unavailable.ts';
import { CrossSite } from '../web/same-origin.ts';

/** Nobody is signed in (401), or one who is not staff (403). */
export class NotStaff extends Error {
  override name = 'NotStaff';
  readonly status: 401 | 403;

  constructor(status: 401 | 403) {
    super('the staff view is for staff');
    this.status = status;
  }
}

const REFUSALS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['BAD_REQUEST', 'Send one operation as JSON.'],
  401: ['NOT_SIGNED_IN', 'Sign in at /cont/api/sign-in as a member of staff, then come back.'],
  403: ['NOT_STAFF', 'This is for staff; the operator gives that role.'],
  413: ['TOO_LARGE', 'Send at most 256 KiB.'],
  415: ['BAD_CONTENT_TYPE', 'Send application/json.'],
  500: ['INTERNAL_ERROR', 'Unexpected error; tell the operator the request'],
  503: ['UNAVAILABLE', 'The service can not answer now; try again in a few seconds.'],
};

/** What is refused before any operation runs: in GraphQL's form, or as a line for a browser. */
export function answerStaffFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = toStatus(error);
  if (status >= 500) request.log.error({ err: error }, 'a staff request failed');
  const [code, text] =
    error instanceof CrossSite
      ? ['CROSS_SITE', 'Send it from a page of this service.']
      : (REFUSALS[status] ?? ['BAD_REQUEST', 'The request can not be read.']);
  const message = status === 500 ? `${text} ${request.id}.` : text;
  reply.code(status);
  if ((request.headers.accept ?? '').includes('text/html')) {
    return reply.type('text/plain; charset=utf-8').send(`${message}\n`);
  }
  return reply.send({ errors: [{ message, extensions: { code, requestId: request.id } }] });
}

function toStatus(error: unknown): number {
  if (error instanceof NotStaff) return error.status;
  if (error instanceof CrossSite) return 403;
  if (error instanceof Unavailable) return 503;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}
