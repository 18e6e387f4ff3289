import type { Account, ApiKey } from '../domain/account/account.ts';
import { type Tier, toTierAt } from '../domain/account/plan.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import type { AuditAction } from '../store/port/audit.ts';
import { type Actor, toAuditEntry } from './actor.ts';
import { decryptKey, type IssuedKey, issueKey, type KeyMaterial } from './issue-key.ts';
import { type KeyNotice, type Notify, toKeyNotice } from './notice.ts';
import { conflict, Refusal } from './refusal.ts';

/**
 * What an account can do with its one key. Each is a single conditional write against the key
 * that the caller saw (`seenKeyId`), so a reload, a double click or a second tab is refused with
 * CONFLICT and never makes a second new key. All throw Refusal, or Unavailable.
 */
export interface Keys {
  /**
   * Needs an API plan and no key, and that the last one there was is still the one that the caller
   * saw; null: there never was one. The answer is the only place where the text appears.
   */
  create(accountId: string, seenLastKeyId: string | null, actor: Actor): Promise<IssuedKey>;
  /** The text of a key that was made by activation; works once. */
  reveal(accountId: string, seenKeyId: string, actor: Actor): Promise<IssuedKey>;
  /** A new key in the old one's place, which stops at once. Needs an API plan. */
  regenerate(accountId: string, seenKeyId: string, actor: Actor): Promise<IssuedKey>;
  revoke(accountId: string, seenKeyId: string, actor: Actor): Promise<void>;
}

export interface KeyDependencies extends KeyMaterial {
  accounts: AccountStore;
  notify: Notify;
  nowMs: () => number;
}

export function createKeys({ accounts, cipher, texts, notify, nowMs }: KeyDependencies): Keys {
  function toEntry(actor: Actor, account: Account, action: AuditAction, key: ApiKey) {
    return toAuditEntry(actor, account, { action, keyStart: key.start }, nowMs());
  }

  function tell(account: Account, kind: KeyNotice['kind'], key: ApiKey): void {
    notify(toKeyNotice(account, kind, key, nowMs()));
  }

  return {
    async create(accountId, seenLastKeyId, actor) {
      const account = await findAccount(accounts, accountId);
      const tier = requireTier(account, nowMs());
      if (account.apiKey !== null) {
        throw new Refusal('KEY_EXISTS', 'the account has a key; regenerate or revoke that one');
      }
      if (account.lastKeyId !== seenLastKeyId) throw conflict();
      const issued = issueKey(texts, tier, nowMs());
      const entry = toEntry(actor, account, 'key_created', issued.apiKey);
      if (!(await accounts.replaceKey(account, issued.apiKey, entry))) throw conflict();
      tell(account, 'key_created', issued.apiKey);
      return issued;
    },

    async reveal(accountId, seenKeyId, actor) {
      const account = await findAccount(accounts, accountId);
      const apiKey = requireSeenKey(account, seenKeyId);
      if (apiKey.sealed === null) throw alreadyRevealed();
      const text = decryptKey(account.id, apiKey, cipher);
      if (text === null) {
        throw new Refusal(
          'REGENERATE_NEEDED',
          'this key can no longer be shown, because the secret that sealed it has changed; ' +
            'regenerate it',
        );
      }
      const entry = toEntry(actor, account, 'key_revealed', apiKey);
      if (!(await accounts.eraseSeal(account.id, apiKey.hash, entry))) throw alreadyRevealed();
      return { text, apiKey: { ...apiKey, sealed: null } };
    },

    async regenerate(accountId, seenKeyId, actor) {
      const account = await findAccount(accounts, accountId);
      const tier = requireTier(account, nowMs());
      requireSeenKey(account, seenKeyId);
      const issued = issueKey(texts, tier, nowMs());
      const entry = toEntry(actor, account, 'key_regenerated', issued.apiKey);
      if (!(await accounts.replaceKey(account, issued.apiKey, entry))) throw conflict();
      tell(account, 'key_regenerated', issued.apiKey);
      return issued;
    },

    async revoke(accountId, seenKeyId, actor) {
      const account = await findAccount(accounts, accountId);
      const old = requireSeenKey(account, seenKeyId);
      const entry = toEntry(actor, account, 'key_revoked', old);
      if (!(await accounts.replaceKey(account, null, entry))) throw conflict();
      tell(account, 'key_revoked', old);
    },
  };
}

async function findAccount(accounts: AccountStore, id: string): Promise<Account> {
  const account = await accounts.findById(id);
  if (account === null) throw new Refusal('NO_SUCH_ACCOUNT', 'the account has been deleted');
  return account;
}

function requireTier(account: Account, nowMs: number): Tier {
  const tier = toTierAt(account.subscription, nowMs);
  if (tier !== null) return tier;
  throw new Refusal(
    'NO_ACTIVE_API_PLAN',
    'the account has no active Business or Agency plan; a key needs one',
  );
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
    'this key has been shown and can not be shown again; regenerate it if it is lost',
  );
}
