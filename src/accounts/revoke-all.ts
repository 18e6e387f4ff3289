import type { Account } from '../domain/account/account.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import type { Actor } from './actor.ts';
import type { Keys } from './keys.ts';
import { Refusal } from './refusal.ts';
import type { Sessions } from './sessions.ts';

const PAGE_LENGTH = 500;
/** Bounds the loop; far more pages than there are accounts. */
const MAX_PAGES = 100_000;
/** A holder may change the key meanwhile, so a revocation is repeated. */
const MAX_ATTEMPTS = 5;

export interface RevokeAllDependencies {
  accounts: AccountStore;
  keys: Keys;
  sessions: Sessions;
}

/**
 * Revokes the key of every account and signs every holder out. Needed after restoring an old
 * backup, which brings back revoked keys and ended sessions. Each revocation is audited and its
 * holder notified. A second run revokes only keys that were created since. Returns the counts.
 */
export async function revokeAll(
  { accounts, keys, sessions }: RevokeAllDependencies,
  actor: Actor,
  pageLength = PAGE_LENGTH,
): Promise<{ accounts: number; revoked: number }> {
  const count = { accounts: 0, revoked: 0 };
  let afterEmail: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed: Account[] = await accounts.list({ afterEmail, first: pageLength });
    for (const { id } of listed) {
      // Before the key, so that no restored session can create a new one.
      await sessions.signOutEverywhere(id, actor);
      if (await revoke(id)) count.revoked++;
    }
    count.accounts += listed.length;
    afterEmail = listed.at(-1)?.email ?? null;
    if (listed.length < pageLength) return count;
  }
  throw new Error(
    `there are more than ${MAX_PAGES * pageLength} accounts: not all keys are revoked`,
  );

  async function revoke(accountId: string): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const account = await accounts.findById(accountId);
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
