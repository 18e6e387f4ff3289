import type { FastifyInstance } from 'fastify';
import { toHolder } from '../accounts/actor.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import { endAllSessions } from './operations.ts';
import { ACCOUNT_PATH } from './paths.ts';
import { createSendAccount } from './send-account.ts';
import type { PageTools } from './tools.ts';

/** Addresses that people type, or find in their address bar. */
const OTHER_PATHS = ['/', '/cont', '/cont/', `${ACCOUNT_PATH}/`];

/** The account's page, for the signed-in holder alone, and the ways out of it. */
export function accountRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, findHolder, sessions } = tools;
  const sendAccount = createSendAccount(tools);

  for (const path of OTHER_PATHS) {
    scope.get(path, (_request, reply) => reply.redirect(ACCOUNT_PATH, 302));
  }

  scope.get(ACCOUNT_PATH, async (request, reply) => {
    const context = await findHolder(request);
    if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
    return sendAccount(request, reply, context);
  });

  scope.post(`${ACCOUNT_PATH}/sign-out`, async (request, reply) => {
    const sessionId = cookies.read(request, 'session');
    if (sessionId !== null) await sessions.signOut(sessionId, toHolder(request.ip));
    cookies.clear(reply, 'session');
    return reply.redirect(SIGN_IN_PATH, 303);
  });

  scope.post(`${ACCOUNT_PATH}/sign-out-everywhere`, async (request, reply) => {
    const context = await findHolder(request);
    if (context !== null) await endAllSessions(context);
    cookies.clear(reply, 'session');
    return reply.redirect(SIGN_IN_PATH, 303);
  });
}
