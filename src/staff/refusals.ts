import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type RefusalCode } from '../accounts/refusal.ts';
import type { Cookies } from '../web/cookies.ts';
import { type ErrorAnswer, HTTP_ERRORS, RefusedRequest } from '../web/errors.ts';
import { MESSAGE_PAGES } from '../web/frame/frame.ts';
import { sendGraphqlError } from '../web/graphql-endpoint.ts';
import { isPagePath } from '../web/language.ts';
import { asksForPage } from '../web/request.ts';
import { ProviderUnavailable } from './oidc/provider.ts';

export const STAFF_PATH = '/graphql';
/** Of the read-only pages. */
export const PAGES_PATH = '/staff';

export const NOT_SIGNED_IN = {
  status: 401,
  error: 'unauthenticated',
  message: 'Sign in as a member of staff, then come back.',
};

export const NOT_STAFF = {
  status: 403,
  error: 'forbidden',
  message: 'This is for staff; the operator gives that role.',
};

export const OTHER_METHOD = {
  ...HTTP_ERRORS.method_not_allowed,
  message: 'Send operations by GET or POST.',
  headers: { allow: 'GET, HEAD, POST' },
};

const PROVIDER_UNAVAILABLE = {
  status: 503,
  error: 'provider_unavailable',
  message: 'The OpenID provider cannot be reached now; try again in a minute.',
};

/** Why an OpenID sign-in was refused. */
const SIGN_IN_REFUSALS: Readonly<Partial<Record<RefusalCode, [status: number, message: string]>>> =
  {
    SIGN_IN_NOT_VALID: [400, 'This sign-in is invalid or has expired; start it again.'],
    FORBIDDEN: [403, 'The OpenID provider does not list you as staff.'],
    EMAIL_NOT_VERIFIED: [403, 'The OpenID provider gives no e-mail address that it has verified.'],
    NO_SUCH_ACCOUNT: [403, 'No account has your e-mail address; ask the operator to create one.'],
    OTHER_IDENTITY: [403, 'Your account is linked to another identity at the OpenID provider.'],
    TOO_MANY: [429, 'Too many attempts; wait 10 minutes.'],
  };

interface RefusalOptions {
  signInUrl: string;
  supportUrl: string | null;
  cookies: Cookies;
}

/** Answers a request that failed before its operation ran: as GraphQL, or as a browser's page. */
export function createStaffErrorHandler(
  toAnswer: (error: unknown, request: FastifyRequest) => ErrorAnswer,
  { signInUrl, supportUrl, cookies }: RefusalOptions,
) {
  const signIn = { href: signInUrl, label: 'Sign in' };
  const account = { href: '/cont/api', label: 'Go to your account' };
  const otherPage = {
    heading: 'The request failed',
    actions: [
      { href: STAFF_PATH, label: 'Query editor' },
      { href: PAGES_PATH, label: 'Search' },
    ],
  };
  /** By status. */
  const pages: Readonly<Record<number, typeof otherPage>> = {
    400: { heading: 'Sign-in failed', actions: [signIn] },
    401: { heading: 'Sign in first', actions: [signIn] },
    403: {
      heading: 'No access',
      actions: [account, { ...signIn, label: 'Sign in as someone else' }],
    },
    404: { ...otherPage, heading: 'Not found' },
    429: { heading: 'Too many attempts', actions: [account] },
  };
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const answer = toAnswer(toRefusedSignIn(error, request), request);
    if (!asksForPage(request.headers.accept)) return sendGraphqlError(request, reply, answer);
    const { status, message, headers = {} } = answer;
    const isPage = request.url.startsWith(PAGES_PATH);
    // Only of a sign-in is it the sign-in that failed.
    const { heading, actions } = (isPage && status === 400 ? null : pages[status]) ?? otherPage;
    if (status === NOT_SIGNED_IN.status) {
      const home = isPage ? PAGES_PATH : STAFF_PATH;
      // Without parameters, which may be long and have an e-mail address.
      cookies.write(reply, 'next', isPagePath(request.url) ? request.url : home);
    }
    const frame = { language: 'en', title: heading, supportUrl } as const;
    const page = MESSAGE_PAGES.render('@message', { frame, heading, text: message, actions });
    return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(page);
  };
}

/** A sign-in that failed as a refusal with its message; any other error as it is. */
function toRefusedSignIn(error: unknown, { log }: FastifyRequest): unknown {
  if (error instanceof ProviderUnavailable) {
    log.error({ err: error }, 'the OpenID provider does not answer');
    return new RefusedRequest(PROVIDER_UNAVAILABLE);
  }
  if (!(error instanceof Refusal)) return error;
  const [status, message] = SIGN_IN_REFUSALS[error.code] ?? [];
  if (status === undefined || message === undefined) return error;
  log.warn({ err: error }, 'a sign-in was refused');
  return new RefusedRequest({ status, error: error.code.toLowerCase(), message });
}
