import type { FastifyRequest } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import type { Account } from '../domain/account.ts';
import type { Cookies } from './cookies.ts';

/** Whose browser sends a request; null: nobody is signed in. */
export type FindSignedIn = (request: FastifyRequest) => Promise<Account | null>;

export function createFindSignedIn(
  cookies: Cookies,
  sessions: Pick<Sessions, 'findAccount'>,
): FindSignedIn {
  return async (request) => {
    const sessionId = cookies.read(request, 'session');
    return sessionId === null ? null : sessions.findAccount(sessionId);
  };
}
