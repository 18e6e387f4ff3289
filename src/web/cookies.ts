import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_MS } from '../accounts/sign-in/sessions.ts';
import { LINK_VALID_MS } from '../accounts/sign-in/sign-in.ts';
import { isLoopback } from '../domain/account/network.ts';

const YEAR_SECONDS = 31_536_000;
const ATTEMPT_SECONDS = 600;

type CookieName = 'session' | 'link' | 'browser' | 'language' | 'attempt' | 'next' | 'typed';

/** How long a browser keeps each cookie. */
const MAX_AGE_SECONDS: Readonly<Record<CookieName, number>> = {
  session: SESSION_MAX_MS / 1_000,
  link: LINK_VALID_MS.mail / 1_000,
  browser: YEAR_SECONDS,
  language: YEAR_SECONDS,
  attempt: ATTEMPT_SECONDS,
  next: ATTEMPT_SECONDS,
  typed: ATTEMPT_SECONDS,
};

export interface Cookies {
  /** False on plain http that leaves the machine, where browsers drop Secure cookies. */
  secure: boolean;
  read(request: FastifyRequest, name: CookieName): string | null;
  write(reply: FastifyReply, name: CookieName, value: string): void;
  clear(reply: FastifyReply, name: CookieName): void;
}

/** Cookies as the base URL allows: `__Host-` and Secure on https and on this machine. */
export function createCookies(baseUrl: string): Cookies {
  const { protocol, hostname } = new URL(baseUrl);
  const secure = protocol === 'https:' || isLoopback(hostname);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const toName = (name: CookieName) => `${secure ? '__Host-' : ''}registru-${name}`;
  return {
    secure,
    read: (request, name) => listCookies(request)[toName(name)] ?? null,
    write(reply, name, value) {
      reply.setCookie(toName(name), value, { ...options, maxAge: MAX_AGE_SECONDS[name] });
    },
    clear(reply, name) {
      reply.clearCookie(toName(name), options);
    },
  };
}

/** Outside the scopes with the plugin, as on an error page, they are not parsed yet. */
function listCookies({
  cookies,
  headers,
}: Pick<FastifyRequest, 'headers'> & Partial<FastifyRequest>) {
  return cookies ?? fastifyCookie.parse(headers.cookie ?? '');
}
