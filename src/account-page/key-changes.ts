import { toTierAt } from '../domain/account/plan.ts';
import { createTimeFormat } from '../domain/time/time-format.ts';
import { toLastUse } from './account-view.ts';
import type { ChangeablePart } from './change-routes.ts';
import { compileMutation } from './mutations.ts';
import { textsOf } from './view.ts';

const createKey = compileMutation('createApiKey');

/** The forms name the key that their page showed. */
export const KEY_CHANGES: ChangeablePart = {
  name: 'key',
  anchor: '',
  operations: {
    // A field of a form is never null: it is empty where there never was a key.
    create: { field: 'keyId', run: (context, value) => createKey(context, value || null) },
    reveal: { field: 'keyId', run: compileMutation('revealApiKey') },
    regenerate: { field: 'keyId', run: compileMutation('regenerateApiKey') },
    revoke: { field: 'keyId', run: compileMutation('revokeApiKey') },
  },

  async ask(operation, { holder, countRecent, nowMs }, language) {
    const { apiKey: key, subscription } = holder;
    const hasTier = toTierAt(subscription, nowMs()) !== null;
    const asks = operation === 'revoke' || (operation === 'regenerate' && hasTier);
    if (!asks || key === null) return null;
    return {
      ...textsOf(language).confirm[operation],
      figure: `${key.start}…`,
      lastUse: toLastUse(key.lastUsedAtMs, await countRecent(key.hash), language),
      field: { name: 'keyId', value: key.id },
      danger: operation === 'revoke',
    };
  },

  toShown: ({ text }, language) =>
    text ? { newKey: text } : { success: textsOf(language).done.revoked },

  toRefused({ operation, code }, { holder: { apiKey } }, language) {
    const { refusals, done } = textsOf(language);
    // Somebody who loads the answer again sends its form again.
    const isReloaded = operation === 'regenerate' && code === 'CONFLICT';
    const alert =
      isReloaded && apiKey !== null && apiKey.encrypted === null
        ? done.replaced(createTimeFormat(language, 'short')(apiKey.createdAtMs))
        : refusals[code as keyof typeof refusals];
    return { alert, regenerateNeeded: code === 'REGENERATE_NEEDED' };
  },
};
