import type { Store } from '../store/port/store.ts';
import { eachAccount } from './accounts.ts';
import type { Actor } from './actor.ts';
import type { Keys } from './keys.ts';
import { Refusal } from './refusal.ts';
import type { Sessions } from './sessions.ts';
import type { Webhooks } from './webhooks.ts';

/** A holder may change the key meanwhile, so a revocation is repeated. */
const MAX_ATTEMPTS = 5;

export interface RevokeAllDependencies {
  store: Pick<Store, 'accounts' | 'accountReads'>;
  keys: Keys;
  sessions: Sessions;
  webhooks: Webhooks;
}

/**
 * Revokes the key of every account, signs every holder out and pauses every webhook. Needed after
 * restoring an old backup, which brings back revoked keys, ended sessions, and webhooks whose address
 * or secret was replaced since. Each revocation is audited and its holder notified. A second run
 * changes only what was created or resumed since. Returns the counts.
 */
export async function revokeAll(
  { store, keys, sessions, webhooks }: RevokeAllDependencies,
  actor: Actor,
  pageLength?: number,
): Promise<{ accounts: number; revoked: number; paused: number }> {
  const count = { accounts: 0, revoked: 0, paused: 0 };
  for await (const account of eachAccount(store.accountReads, pageLength)) {
    // Before the key, so that no restored session can create a new one.
    await sessions.signOutEverywhere(account, actor);
    if (await revoke(account.id)) count.revoked++;
    if ((await webhooks.find(account.id))?.state === 'working') {
      await webhooks.pause(account, actor);
      count.paused++;
    }
    count.accounts++;
  }
  return count;

  async function revoke(accountId: string): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const account = await store.accounts.findById(accountId);
      if (account === null || account.apiKey === null) return false;
      try {
        await keys.revoke(account, account.apiKey.id, actor);
        return true;
      } catch (error) {
        // The holder changed the key first: read the current one and try again.
        if (!(error instanceof Refusal) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}
