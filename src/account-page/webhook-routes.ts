import type { FastifyInstance } from 'fastify';
import { SIGN_IN_PATH } from '../accounts/sign-in/sign-in.ts';
import { toTierAt } from '../domain/account/plan.ts';
import { createTimeFormat } from '../domain/time/time-format.ts';
import { createSendAccount } from './account-view.ts';
import type { WebhookRefusalCode } from './operation-types.ts';
import { WEBHOOK_OPERATIONS } from './operations.ts';
import { ACCOUNT_PATH, type PageTools, readField } from './tools.ts';
import { textsOf } from './view.ts';

const WEBHOOK_PATH = `${ACCOUNT_PATH}/webhook/:operation`;
const CARD_PATH = `${ACCOUNT_PATH}#webhook`;

type WebhookRoute = { Params: { operation: string } };

/**
 * The actions of a holder on the webhook. What shows no secret redirects, so that loading the answer
 * again sends nothing.
 */
export function webhookRoutes(scope: FastifyInstance, tools: PageTools) {
  const { render, languageOf, findHolder, readHolder, nowMs } = tools;
  const sendAccount = createSendAccount(tools);

  scope.get<WebhookRoute>(WEBHOOK_PATH, async (request, reply) => {
    const { operation } = request.params;
    if (!WEBHOOK_OPERATIONS.has(operation)) return tools.sendNotFound(request, reply);
    const context = await findHolder(request);
    if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
    const { id, email, subscription } = context.holder;
    // Only these two ask first. The other addresses stay in the address bar after a form's answer.
    const asks =
      operation === 'remove' ||
      (operation === 'rotate' && toTierAt(subscription, nowMs()) !== null);
    const webhook = asks ? await context.webhooks.find(id) : null;
    if (!asks || webhook === null) return reply.redirect(CARD_PATH, 303);
    const language = languageOf(request);
    return render(reply, language, 'confirm', {
      ...textsOf(language).webhook.confirm[operation],
      email,
      figure: webhook.url,
      action: `webhook/${operation}`,
      field: { name: 'secretId', value: webhook.secret.id },
      danger: operation === 'remove',
      narrow: true,
    });
  });

  scope.post<WebhookRoute>(WEBHOOK_PATH, async (request, reply) => {
    const { operation } = request.params;
    const change = WEBHOOK_OPERATIONS.get(operation);
    if (change === undefined) return tools.sendNotFound(request, reply);
    const context = await findHolder(request);
    if (context === null) return reply.redirect(SIGN_IN_PATH, 303);
    const language = languageOf(request);
    const t = textsOf(language).webhook;
    const fields = {
      url: readField(request, 'url').trim(),
      secretId: readField(request, 'secretId'),
    };
    const { secret, skipsChanges, refusal } = await change(context, fields);
    if (refusal === null) {
      if (secret) return sendAccount(request, reply, context, { newSecret: secret });
      if (skipsChanges) return sendAccount(request, reply, context, { success: t.skipped });
      return reply.redirect(CARD_PATH, 303);
    }
    // The plan may have changed meanwhile. The limit has already admitted this request.
    const now = await readHolder(request);
    if (now === null) return reply.redirect(SIGN_IN_PATH, 303);
    const { code } = refusal;
    reply.code(REFUSAL_STATUS[code]);
    // Somebody who loads the answer with a new secret again sends its form again.
    const isReloaded = operation === 'rotate' && code === 'CONFLICT';
    const webhook = isReloaded ? await now.webhooks.find(now.holder.id) : null;
    const alert =
      webhook === null
        ? t.refusals[code]
        : t.replaced(createTimeFormat(language, 'short')(webhook.secret.createdAtMs));
    const typedUrl = code === 'INVALID_WEBHOOK_URL' ? fields.url : undefined;
    return sendAccount(request, reply, now, { alert, typedUrl });
  });
}

const REFUSAL_STATUS: Readonly<Record<WebhookRefusalCode, number>> = {
  INVALID_WEBHOOK_URL: 400,
  NO_ACTIVE_API_PLAN: 403,
  NO_WEBHOOK: 409,
  CONFLICT: 409,
  WEBHOOKS_OFF: 409,
  TOO_MANY: 429,
};
