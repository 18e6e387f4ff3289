import type { FastifyInstance } from 'fastify';
import { SIGN_IN_PATH } from '../accounts/sign-in/sign-in.ts';
import { toTierAt } from '../domain/account/plan.ts';
import { createTimeFormat } from '../domain/time/time-format.ts';
import { createSendAccount, toLastUse } from './account-view.ts';
import type { PageRefusal } from './locales/en.ts';
import { KEY_OPERATIONS } from './operations.ts';
import { ACCOUNT_PATH, type PageTools, readField } from './tools.ts';
import { textsOf } from './view.ts';

const KEY_PATH = `${ACCOUNT_PATH}/key/:operation`;

type KeyRoute = { Params: { operation: string } };

/** The actions of a holder on the key: each form names the key that its page showed. */
export function keyRoutes(scope: FastifyInstance, tools: PageTools) {
  const { render, languageOf, findHolder, readHolder, nowMs } = tools;
  const sendAccount = createSendAccount(tools);

  scope.get<KeyRoute>(KEY_PATH, async (request, reply) => {
    const { operation } = request.params;
    if (!KEY_OPERATIONS.has(operation)) return tools.sendNotFound(request, reply);
    const context = await findHolder(request);
    if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
    const { email, apiKey: key, subscription } = context.holder;
    const tier = toTierAt(subscription, nowMs());
    // Only these two ask first. The other addresses stay in the address bar after a form's answer.
    const asks = operation === 'revoke' || (operation === 'regenerate' && tier !== null);
    if (!asks || key === null) return reply.redirect(ACCOUNT_PATH, 303);
    const language = languageOf(request);
    return render(reply, language, 'confirm', {
      ...textsOf(language).confirm[operation],
      email,
      figure: `${key.start}…`,
      lastUse: toLastUse(key.lastUsedAtMs, await context.countRecent(key.hash), language),
      action: `key/${operation}`,
      field: { name: 'keyId', value: key.id },
      danger: operation === 'revoke',
      narrow: true,
    });
  });

  scope.post<KeyRoute>(KEY_PATH, async (request, reply) => {
    const { operation } = request.params;
    const change = KEY_OPERATIONS.get(operation);
    if (change === undefined) return tools.sendNotFound(request, reply);
    const context = await findHolder(request);
    if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
    const language = languageOf(request);
    const { text, refusal } = await change(context, { keyId: readField(request, 'keyId') });
    const { refusals, done } = textsOf(language);
    if (refusal !== null) {
      // Another change may have come first. The limit has already admitted this request.
      const now = await readHolder(request);
      if (now === null) return reply.redirect(SIGN_IN_PATH, 303);
      reply.code(REFUSAL_STATUS[refusal.code] ?? 409);
      const regenerateNeeded = refusal.code === 'REGENERATE_NEEDED';
      const { apiKey } = now.holder;
      // Somebody who loads the answer again sends its form again.
      const isReloaded = operation === 'regenerate' && refusal.code === 'CONFLICT';
      const alert =
        isReloaded && apiKey !== null && apiKey.sealed === null
          ? done.replaced(createTimeFormat(language, 'short')(apiKey.createdAtMs))
          : refusals[refusal.code];
      return sendAccount(request, reply, now, { alert, regenerateNeeded });
    }
    return sendAccount(
      request,
      reply,
      context,
      text ? { newKey: text } : { success: done.revoked },
    );
  });
}

const REFUSAL_STATUS: Readonly<Partial<Record<PageRefusal, number>>> = {
  NO_ACTIVE_API_PLAN: 403,
  TOO_MANY: 429,
};
