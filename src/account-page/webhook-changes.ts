import { toTierAt } from '../domain/account/plan.ts';
import { readWebhookUrl } from '../domain/account/webhook.ts';
import { createTimeFormat } from '../domain/time/time-format.ts';
import type { ChangeablePart } from './change-routes.ts';
import { compileMutation } from './mutations.ts';
import { textsOf } from './view.ts';

/** What shows no secret redirects, so that loading the answer again sends nothing. */
export const WEBHOOK_CHANGES: ChangeablePart = {
  name: 'webhook',
  anchor: '#webhook',
  operations: {
    set: { field: 'url', keptAs: 'webhook', run: compileMutation('setWebhook') },
    rotate: { field: 'secretId', run: compileMutation('rotateWebhookSecret') },
    test: { run: compileMutation('testWebhook') },
    pause: { run: compileMutation('pauseWebhook') },
    resume: { run: compileMutation('resumeWebhook') },
    resend: { field: 'from', run: compileMutation('resendWebhook') },
    remove: { field: 'secretId', run: compileMutation('removeWebhook') },
  },

  async ask(operation, { holder, webhooks, nowMs }, language) {
    const hasTier = toTierAt(holder.subscription, nowMs()) !== null;
    if (operation !== 'remove' && !(operation === 'rotate' && hasTier)) return null;
    const webhook = await webhooks.find(holder.id);
    return (
      webhook && {
        ...textsOf(language).webhook.confirm[operation],
        figure: webhook.url,
        field: { name: 'secretId', value: webhook.secret.id },
        danger: operation === 'remove',
      }
    );
  },

  toShown({ secret, skipsChanges }, language) {
    if (secret) return { newSecret: secret };
    return skipsChanges ? { success: textsOf(language).webhook.skipped } : null;
  },

  async toRefused({ operation, code, value }, { webhooks, holder }, language) {
    const t = textsOf(language).webhook;
    if (code === 'INVALID_WEBHOOK_URL') {
      const url = readWebhookUrl(value, webhooks.allowsLocal);
      return { typedUrl: value, ...('fault' in url && { alert: t.urlFaults[url.fault] }) };
    }
    if (operation === 'rotate' && code === 'TOO_MANY') return { alert: t.tooManySecrets };
    // Somebody who loads the answer with a new secret again sends its form again.
    const isReloaded = operation === 'rotate' && code === 'CONFLICT';
    const webhook = isReloaded ? await webhooks.find(holder.id) : null;
    const alert =
      webhook === null
        ? t.refusals[code as keyof typeof t.refusals]
        : t.replaced(createTimeFormat(language, 'short')(webhook.secret.createdAtMs));
    return { alert };
  },
};
