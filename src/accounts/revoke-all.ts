import type { Account } from '../domain/account/account.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import type { Actor } from './actor.ts';
import type { Keys } from './keys.ts';
import { Refusal } from './refusal.ts';
import type { Sessions } from './sessions.ts';

const PAGE_LENGTH = 500;
/** Far more pages than there are accounts: a bound on the loop alone. */
const MAX_PAGES = 100_000;
/** A key is changed by its holder meanwhile once, hardly twice. */
const MAX_ATTEMPTS = 5;

export interface RevokeAllDependencies {
  accounts: AccountStore;
  keys: Keys;
  sessions: Sessions;
}

/**
 * Revokes the key of every account and signs every holder out, as after the restore of an old
 * backup, which revives keys and sessions that had been ended. Each is audited and its holder told
 * as of any revoked key. Done again it revokes what has come since. How many keys.
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
      // First, so that no revived session makes a new key.
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
      const key = (await accounts.findById(accountId))?.apiKey ?? null;
      if (key === null) return false;
      try {
        await keys.revoke(accountId, key.id, actor);
        return true;
      } catch (error) {
        // Its holder was quicker: what counts is the key that is there now.
        if (!(error instanceof Refusal) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}
