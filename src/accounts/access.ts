import { hashApiKey, isApiKeyText } from '../domain/account/api-key.ts';
import { type Tier, toTierAt } from '../domain/account/plan.ts';
import type { KeyAccess } from '../store/port/accounts.ts';

export type Access =
  | {
      granted: true;
      accountId: string;
      keyHash: string;
      tier: Tier;
      /** As far as it is written down. */
      lastUsedAtMs: number | null;
    }
  | { granted: false; reason: 'unknown_key' }
  | { granted: false; reason: 'no_api_plan'; accountId: string };

const UNKNOWN_KEY: Access = { granted: false, reason: 'unknown_key' };

/**
 * Decides what a key's text gives access to at this instant. One look-up of one account answers
 * whether the key is live and which plan it has, and the store gives what is true then: a revoked
 * key and a changed plan count from the next request. Rejects with Unavailable.
 */
export function createAccess(
  findKeyHolder: (keyHash: string) => Promise<KeyAccess | null>,
  nowMs: () => number,
): (keyText: string) => Promise<Access> {
  return async (keyText) => {
    if (!isApiKeyText(keyText)) return UNKNOWN_KEY;
    const keyHash = hashApiKey(keyText);
    const holder = await findKeyHolder(keyHash);
    if (holder === null) return UNKNOWN_KEY;
    const { accountId, subscription, lastUsedAtMs } = holder;
    const tier = toTierAt(subscription, nowMs());
    if (tier === null) return { granted: false, reason: 'no_api_plan', accountId };
    return { granted: true, accountId, keyHash, tier, lastUsedAtMs };
  };
}
