import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type RefusalCode } from '../accounts/refusal.ts';
import { Unavailable } from '../domain/errors.ts';
import { asksForPage } from '../web/accept.ts';
import { CrossSite } from '../web/same-origin.ts';
import { toMessagePage } from './message.ts';
import { ProviderUnavailable } from './oidc/provider.ts';

/** Nobody is signed in (401), or one who is not staff (403). */
export class NotStaff extends Error {
  override name = 'NotStaff';
  readonly status: 401 | 403;

  constructor(status: 401 | 403) {
    super('the staff view is for staff');
    this.status = status;
  }
}

interface Told {
  code: string;
  message: string;
}

const REFUSALS: Readonly<Record<number, Told>> = {
  400: { code: 'BAD_REQUEST', message: 'Send one operation as JSON.' },
  401: { code: 'UNAUTHENTICATED', message: 'Sign in as a member of staff, then come back.' },
  403: { code: 'FORBIDDEN', message: 'This is for staff; the operator gives that role.' },
  406: {
    code: 'NOT_ACCEPTABLE',
    message: 'Accept application/json or application/graphql-response+json.',
  },
  413: { code: 'TOO_LARGE', message: 'Send at most 256 KiB.' },
  415: { code: 'BAD_CONTENT_TYPE', message: 'Send application/json.' },
  417: {
    code: 'EXPECTATION_FAILED',
    message: 'Leave out the header Expect, or send "100-continue" in it.',
  },
  500: { code: 'INTERNAL_ERROR', message: 'Unexpected error; tell the operator the request' },
  503: {
    code: 'UNAVAILABLE',
    message: 'The service can not answer now; try again in a few seconds.',
  },
};
const NO_PROVIDER = {
  code: 'PROVIDER_UNAVAILABLE',
  message: 'The OpenID provider can not be reached now; try again in a minute.',
};
const CROSS_SITE = { code: 'CROSS_SITE', message: 'Send it from a page of this service.' };
const UNREADABLE = { code: 'BAD_REQUEST', message: 'The request can not be read.' };

/** Of a sign-in by OpenID Connect. */
const SIGN_IN_REFUSALS: Readonly<Partial<Record<RefusalCode, [status: number, message: string]>>> =
  {
    SIGN_IN_NOT_VALID: [400, 'This sign-in is not valid or too old; start it again.'],
    FORBIDDEN: [403, 'The OpenID provider does not say that you are staff.'],
    EMAIL_NOT_VERIFIED: [
      403,
      'The OpenID provider tells no e-mail address of yours that it has verified.',
    ],
    NO_SUCH_ACCOUNT: [403, 'There is no account with your e-mail address; the operator makes one.'],
    OTHER_IDENTITY: [403, 'Your account is linked with another person of the OpenID provider.'],
    TOO_MANY: [429, 'There were too many attempts; wait a quarter of an hour.'],
  };

/** What is refused before any operation runs: in GraphQL's form, or as a page for a browser. */
export function createStaffFaults(signInUrl: string) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const status = toStatus(error);
    if (status >= 500) request.log.error({ err: error }, 'a staff request failed');
    else if (error instanceof Refusal) request.log.warn({ err: error }, 'a sign-in was refused');
    const { code, message: text } = toTold(error, status);
    const message = status === 500 ? `${text} ${request.id}.` : text;
    reply.code(status);
    if (asksForPage(request.headers.accept)) {
      const page = toMessagePage(message, { url: signInUrl, label: 'Sign in' });
      return reply.type('text/html; charset=utf-8').send(page);
    }
    return reply.send({ errors: [{ message, extensions: { code, requestId: request.id } }] });
  };
}

function toStatus(error: unknown): number {
  if (error instanceof NotStaff) return error.status;
  if (error instanceof CrossSite) return 403;
  if (error instanceof Refusal) return SIGN_IN_REFUSALS[error.code]?.[0] ?? 500;
  if (error instanceof Unavailable) return 503;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}

function toTold(error: unknown, status: number): Told {
  if (error instanceof CrossSite) return CROSS_SITE;
  if (error instanceof ProviderUnavailable) return NO_PROVIDER;
  if (error instanceof Refusal) {
    const [, message] = SIGN_IN_REFUSALS[error.code] ?? [];
    if (message !== undefined) return { code: error.code, message };
  }
  return REFUSALS[status] ?? UNREADABLE;
}
