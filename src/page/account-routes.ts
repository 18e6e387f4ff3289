import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toHolder } from '../accounts/actor.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import type { HolderContext } from '../schema/types.ts';
import { toAccountView } from './account-view.ts';
import { toCodeExamples } from './code-examples.ts';
import type { PageRefusal } from './locales/texts.ts';
import { changeKey, endAllSessions, isKeyOperation, queryViewer } from './operations.ts';
import { type PageTools, readField } from './page.ts';
import { textsOf } from './view.ts';

const ACCOUNT_PATH = '/cont/api';

/** The account's page and its forms, for the signed-in holder alone. */
export function accountRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, render, languageOf, findHolder, sessions, baseUrl } = tools;
  const examples = toCodeExamples(baseUrl);

  async function sendAccount(
    request: FastifyRequest,
    reply: FastifyReply,
    context: HolderContext,
    shown: { newKey?: string; alert?: string; success?: string } = {},
  ) {
    const language = languageOf(request);
    const viewer = await queryViewer(context);
    return render(reply, language, 'account', {
      ...toAccountView(viewer, language, examples),
      ...shown,
    });
  }

  scope.get('/', (_request, reply) => reply.redirect(ACCOUNT_PATH, 302));

  scope.get(ACCOUNT_PATH, async (request, reply) => {
    const context = await findHolder(request);
    if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
    return sendAccount(request, reply, context);
  });

  for (const operation of ['regenerate', 'revoke'] as const) {
    scope.get(`/cont/api/key/${operation}`, async (request, reply) => {
      const context = await findHolder(request);
      if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
      const language = languageOf(request);
      const { key: t } = textsOf(language);
      const { email, key, tier } = await queryViewer(context);
      const isOpen = key !== null && (operation === 'revoke' || tier !== null);
      if (!isOpen) return reply.redirect(ACCOUNT_PATH, 303);
      const heading = operation === 'revoke' ? t.revokeTitle : t.regenerateTitle;
      return render(reply, language, 'confirm', {
        heading,
        email,
        key,
        warning: operation === 'revoke' ? t.revokeWarning : t.regenerateWarning,
        label: t[operation].replace('…', ''),
        action: `/cont/api/key/${operation}`,
        danger: operation === 'revoke',
        narrow: true,
      });
    });
  }

  scope.post<{ Params: { operation: string } }>(
    '/cont/api/key/:operation',
    async (request, reply) => {
      const { operation } = request.params;
      if (!isKeyOperation(operation)) return reply.callNotFound();
      const context = await findHolder(request);
      if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
      const result = await changeKey(operation, readField(request, 'keyId'), context);
      const { refusals, done } = textsOf(languageOf(request));
      // What the page shows beside the outcome is the account as it is now.
      const now = await findHolder(request);
      if (now === null) return reply.redirect(SIGN_IN_PATH, 303);
      if (result.refusal !== null) {
        const { code } = result.refusal;
        return sendAccount(request, reply.code(REFUSAL_STATUS[code] ?? 409), now, {
          alert: refusals[code],
        });
      }
      const newKey = result.text ?? null;
      return sendAccount(
        request,
        reply,
        now,
        newKey === null ? { success: done.revoked } : { newKey },
      );
    },
  );

  scope.post('/cont/api/sign-out', async (request, reply) => {
    const sessionId = cookies.read(request, 'session');
    if (sessionId !== null) await sessions.signOut(sessionId, toHolder(request.ip));
    cookies.clear(reply, 'session');
    return reply.redirect(SIGN_IN_PATH, 303);
  });

  scope.post('/cont/api/sign-out-everywhere', async (request, reply) => {
    const context = await findHolder(request);
    if (context !== null) await endAllSessions(context);
    cookies.clear(reply, 'session');
    return reply.redirect(SIGN_IN_PATH, 303);
  });
}

const REFUSAL_STATUS: Readonly<Partial<Record<PageRefusal, number>>> = {
  NO_ACTIVE_API_PLAN: 403,
  TOO_MANY: 429,
};
