import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toHolder } from '../../accounts/actor.ts';
import { Refusal } from '../../accounts/refusal.ts';
import type { Sessions } from '../../accounts/sign-in/sessions.ts';
import type { StaffSignIn } from '../../accounts/sign-in/staff-sign-in.ts';
import { createToken, isToken } from '../../domain/account/token.ts';
import type { Cookies } from '../../web/cookies.ts';
import { HTTP_ERRORS, RefusedRequest } from '../../web/errors.ts';
import { isPagePath } from '../../web/language.ts';
import { STAFF_PATH } from '../refusals.ts';
import { type Attempt, createOidcProvider, type OidcConfig } from './provider.ts';

export const OIDC_SIGN_IN_PATH = '/graphql/sign-in';
const CALLBACK_PATH = `${OIDC_SIGN_IN_PATH}/callback`;
/** How long a sign-in at the provider may take. */
const ATTEMPT_VALID_MS = 600_000;
const ATTEMPT_COOKIE = /^([\w-]{43})\.(\d{1,15})$/;

export interface OidcDependencies {
  oidc: OidcConfig;
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  cookies: Cookies;
  staffSignIn: StaffSignIn;
  sessions: Pick<Sessions, 'signOut'>;
  nowMs: () => number;
}

/** The way to the OpenID provider and back. */
export function oidcRoutes(scope: FastifyInstance, dependencies: OidcDependencies): void {
  const { oidc, baseUrl, cookies, staffSignIn, sessions, nowMs } = dependencies;
  const provider = createOidcProvider(oidc, `${baseUrl}${CALLBACK_PATH}`);

  scope.get(OIDC_SIGN_IN_PATH, async (request, reply) => {
    // The provider may have a session, so that another site could sign its visitors in silently.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new RefusedRequest(HTTP_ERRORS.cross_site);
    }
    const cookie = createAttemptCookie(nowMs());
    const attempt = toAttempt(cookie, nowMs()) ?? raiseNotValid();
    const url = await provider.startUrl(attempt);
    cookies.write(reply, 'attempt', cookie);
    return reply.redirect(url.href, 303);
  });

  scope.get(CALLBACK_PATH, async (request, reply) => {
    const attempt = toAttempt(cookies.read(request, 'attempt'), nowMs()) ?? raiseNotValid();
    // Used up, whatever comes of it.
    cookies.clear(reply, 'attempt');
    staffSignIn.admit(request.ip);
    const person = await provider.finish(toUrl(request), attempt);
    const deviceToken = cookies.read(request, 'browser');
    const { 'user-agent': userAgent = null } = request.headers;
    const visitor = { address: request.ip, userAgent, deviceToken };
    const signedIn = await staffSignIn.signIn(person, visitor);
    cookies.write(reply, 'session', signedIn.sessionId);
    cookies.write(reply, 'browser', signedIn.deviceToken);
    const next = cookies.read(request, 'next');
    if (next !== null) cookies.clear(reply, 'next');
    // The browser's earlier session ends, as after a sign-in by a link.
    const formerId = cookies.read(request, 'session');
    if (formerId !== null) await sessions.signOut(formerId, toHolder(request.ip));
    return reply.redirect(next !== null && isPagePath(next) ? next : STAFF_PATH, 303);
  });

  /** The address as the provider knows it; a proxy may have changed the one of the request. */
  function toUrl({ url }: FastifyRequest): URL {
    const query = url.split('?').slice(1).join('?');
    return new URL(`${baseUrl}${CALLBACK_PATH}?${query}`);
  }
}

function raiseNotValid(): never {
  throw new Refusal('SIGN_IN_NOT_VALID', 'this sign-in is not of this browser, or too old');
}

/** A new attempt's cookie: a secret of this browser alone, and when it was made. */
function createAttemptCookie(nowMs: number): string {
  return `${createToken()}.${nowMs}`;
}

/**
 * State, nonce and verifier are hashes of the cookie, so that nothing needs to be stored: none of
 * them reveals the cookie or another of them. Null if the cookie is invalid or has expired.
 */
function toAttempt(cookie: string | null, nowMs: number): Attempt | null {
  const [, token = '', startMs = ''] = ATTEMPT_COOKIE.exec(cookie ?? '') ?? [];
  // The process that began it may have a clock that is a little ahead.
  const ageMs = Math.abs(nowMs - Number(startMs));
  if (!isToken(token) || ageMs >= ATTEMPT_VALID_MS) return null;
  const derive = (name: string) => hash('sha256', `${name} ${cookie}`, 'base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
