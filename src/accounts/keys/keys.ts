import type { Account, ApiKey } from '../../domain/account/account.ts';
import type { AccountReads } from '../../store/accounts/account-reads.ts';
import {
  type AccountDependencies,
  requireHourlyRoom,
  requireTier,
  writeChange,
} from '../account-changes.ts';
import { type Actor, HOLDER, toAuditEntry } from '../actor.ts';
import { type KeyNotification, toKeyNotification } from '../mail/notification.ts';
import { conflict, Refusal } from '../refusal.ts';
import { decryptKey, type IssuedKey, issueKey } from './issued-key.ts';

/** New keys that an account's holder may create within an hour. */
export const MAX_NEW_KEYS = 10;
const NEW_KEY_ACTIONS = ['key_created', 'key_regenerated'] as const;

/**
 * Operations on an account's one key. Each is a single conditional write against the account that
 * was read for the caller, which must have the key that the caller saw (`seenKeyId`). So a reload,
 * a double click or a second tab is refused with CONFLICT and never creates a second key. All throw
 * Refusal or Unavailable.
 */
export interface Keys {
  /**
   * Needs an API plan and no current key. `seenLastKeyId` is the last key that the caller saw, null
   * if there never was one. The result is the only place where the key's text appears. The holder
   * is refused with TOO_MANY after MAX_NEW_KEYS, regenerated ones included.
   */
  create(account: Account, seenLastKeyId: string | null, actor: Actor): Promise<ShownKey>;
  /** The text of a key that was created with a plan; works once. */
  reveal(account: Account, seenKeyId: string, actor: Actor): Promise<ShownKey>;
  /** Replaces the key; the old one stops working at once. Needs an API plan. */
  regenerate(account: Account, seenKeyId: string, actor: Actor): Promise<ShownKey>;
  /** Returns the account without the key. */
  revoke(account: Account, seenKeyId: string, actor: Actor): Promise<Account>;
}

/** A key whose text is shown now, and the account that has it. */
export interface ShownKey extends IssuedKey {
  account: Account;
}

export interface KeyDependencies extends AccountDependencies {
  reads: Pick<AccountReads, 'countAudit'>;
}

export function createKeys(dependencies: KeyDependencies): Keys {
  const { accounts, reads, cipher, secrets, notify, nowMs } = dependencies;

  /** Simultaneous attempts cannot exceed it: each names the key that it saw, and only one wins. */
  async function requireRoom(accountId: string, actor: Actor): Promise<void> {
    if (actor.name !== HOLDER) return;
    const entries = { accountId, actor: HOLDER, actions: NEW_KEY_ACTIONS };
    const limit = { entries, max: MAX_NEW_KEYS, what: `created ${MAX_NEW_KEYS} keys` };
    await requireHourlyRoom(reads, limit, nowMs());
  }

  /** Writes the next key in place of the one that was read, and notifies the holder. */
  async function replaceKey(
    read: Account,
    apiKey: ApiKey | null,
    action: KeyNotification['kind'] | 'key_revealed',
    actor: Actor,
  ): Promise<Account> {
    const key = apiKey ?? read.apiKey;
    const event = { action, keyStart: key?.start ?? null };
    const entries = [toAuditEntry(actor, read, event, nowMs())];
    const account = await writeChange(accounts, { read, next: { apiKey }, entries });
    if (account === null) throw action === 'key_revealed' ? alreadyRevealed() : conflict();
    if (action !== 'key_revealed' && key !== null) {
      notify(toKeyNotification(account, action, key, nowMs(), actor));
    }
    return account;
  }

  return {
    async create(account, seenLastKeyId, actor) {
      await requireRoom(account.id, actor);
      const tier = requireTier(account, 'a key', nowMs());
      if (account.apiKey !== null) {
        throw new Refusal('KEY_EXISTS', 'the account has a key; regenerate or revoke that one');
      }
      if (account.lastKeyId !== seenLastKeyId) throw conflict();
      const issued = issueKey(secrets, tier, nowMs());
      return { ...issued, account: await replaceKey(account, issued.apiKey, 'key_created', actor) };
    },

    async reveal(account, seenKeyId, actor) {
      const seen = requireSeenKey(account, seenKeyId);
      if (seen.encrypted === null) throw alreadyRevealed();
      const text = decryptKey(account.id, seen, cipher);
      if (text === null) {
        throw new Refusal(
          'REGENERATE_NEEDED',
          'this key can no longer be shown, because the secret that encrypted it has changed; ' +
            'regenerate it',
        );
      }
      const apiKey = { ...seen, encrypted: null };
      return { text, apiKey, account: await replaceKey(account, apiKey, 'key_revealed', actor) };
    },

    async regenerate(account, seenKeyId, actor) {
      await requireRoom(account.id, actor);
      const tier = requireTier(account, 'a key', nowMs());
      requireSeenKey(account, seenKeyId);
      const { text, apiKey } = issueKey(secrets, tier, nowMs());
      return { text, apiKey, account: await replaceKey(account, apiKey, 'key_regenerated', actor) };
    },

    async revoke(account, seenKeyId, actor) {
      requireSeenKey(account, seenKeyId);
      return replaceKey(account, null, 'key_revoked', actor);
    },
  };
}

function requireSeenKey(account: Account, seenKeyId: string): ApiKey {
  if (account.apiKey === null) {
    throw new Refusal('NO_ACTIVE_KEY', 'the account has no active key; create one');
  }
  if (account.apiKey.id !== seenKeyId) throw conflict();
  return account.apiKey;
}

function alreadyRevealed(): Refusal {
  return new Refusal(
    'ALREADY_REVEALED',
    'this key has been shown and cannot be shown again; regenerate it if it is lost',
  );
}
