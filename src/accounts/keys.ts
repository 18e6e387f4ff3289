import type { Account, ApiKey } from '../domain/account/account.ts';
import { API_PLAN_CHOICE, type Tier, toTierAt } from '../domain/account/plan.ts';
import { MAX_CLOCK_SKEW_MS } from '../domain/time/clock-skew.ts';
import type { AccountStore } from '../store/port/accounts.ts';
import type { AuditAction, AuditLog } from '../store/port/audit.ts';
import type { AccountDependencies } from './account-changes.ts';
import { type Actor, HOLDER, toAuditEntry } from './actor.ts';
import { type KeyNotification, toKeyNotification } from './notification.ts';
import { conflict, Refusal } from './refusal.ts';
import { decryptKey, type IssuedKey, issueKey } from './secrets.ts';

/** New keys that an account's holder may create within KEY_WINDOW_MS. */
export const MAX_NEW_KEYS = 10;
const KEY_WINDOW_MS = 3_600_000;

/**
 * Operations on an account's one key. Each is a single conditional write against the key that the
 * caller saw (`seenKeyId`), so a reload, a double click or a second tab is refused with CONFLICT
 * and never creates a second key. All throw Refusal or Unavailable.
 */
export interface Keys {
  /**
   * Needs an API plan and no current key. `seenLastKeyId` is the last key that the caller saw, null
   * if there never was one. The result is the only place where the key's text appears.
   */
  create(accountId: string, seenLastKeyId: string | null, actor: Actor): Promise<IssuedKey>;
  /** The text of a key that was created with a plan; works once. */
  reveal(accountId: string, seenKeyId: string, actor: Actor): Promise<IssuedKey>;
  /** Replaces the key; the old one stops working at once. Needs an API plan. */
  regenerate(accountId: string, seenKeyId: string, actor: Actor): Promise<IssuedKey>;
  revoke(accountId: string, seenKeyId: string, actor: Actor): Promise<void>;
}

export function createKeys({
  accounts,
  cipher,
  secrets,
  notify,
  nowMs,
}: AccountDependencies): Keys {
  function toEntry(actor: Actor, account: Account, action: AuditAction, key: ApiKey) {
    return toAuditEntry(actor, account, { action, keyStart: key.start }, nowMs());
  }

  function notifyHolder(account: Account, kind: KeyNotification['kind'], key: ApiKey): void {
    notify(toKeyNotification(account, kind, key, nowMs()));
  }

  return {
    async create(accountId, seenLastKeyId, actor) {
      const account = await findAccount(accounts, accountId);
      const tier = requireTier(account, nowMs());
      if (account.apiKey !== null) {
        throw new Refusal('KEY_EXISTS', 'the account has a key; regenerate or revoke that one');
      }
      if (account.lastKeyId !== seenLastKeyId) throw conflict();
      const issued = issueKey(secrets, tier, nowMs());
      const entry = toEntry(actor, account, 'key_created', issued.apiKey);
      if (!(await accounts.replaceKey(account, issued.apiKey, entry))) throw conflict();
      notifyHolder(account, 'key_created', issued.apiKey);
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
          'this key can no longer be shown, because the secret that encrypted it has changed; ' +
            'regenerate it',
        );
      }
      const entry = toEntry(actor, account, 'key_revealed', apiKey);
      if (!(await accounts.eraseEncryptedKey(account.id, apiKey.hash, entry)))
        throw alreadyRevealed();
      return { text, apiKey: { ...apiKey, sealed: null } };
    },

    async regenerate(accountId, seenKeyId, actor) {
      const account = await findAccount(accounts, accountId);
      const tier = requireTier(account, nowMs());
      requireSeenKey(account, seenKeyId);
      const issued = issueKey(secrets, tier, nowMs());
      const entry = toEntry(actor, account, 'key_regenerated', issued.apiKey);
      if (!(await accounts.replaceKey(account, issued.apiKey, entry))) throw conflict();
      notifyHolder(account, 'key_regenerated', issued.apiKey);
      return issued;
    },

    async revoke(accountId, seenKeyId, actor) {
      const account = await findAccount(accounts, accountId);
      const old = requireSeenKey(account, seenKeyId);
      const entry = toEntry(actor, account, 'key_revoked', old);
      if (!(await accounts.replaceKey(account, null, entry))) throw conflict();
      notifyHolder(account, 'key_revoked', old);
    },
  };
}

/**
 * The same keys for the account's holder, who is refused with TOO_MANY after MAX_NEW_KEYS. Counts
 * entries of the audit log, so refused attempts do not count and the count survives a restart.
 * Concurrent attempts cannot exceed the limit: each names the key that it saw, and only one wins.
 */
export function limitNewKeys(keys: Keys, audit: AuditLog, nowMs: () => number): Keys {
  async function requireRoom(accountId: string): Promise<void> {
    const atMs = nowMs();
    const created = await audit.count({
      accountId,
      actor: HOLDER,
      actions: ['key_created', 'key_regenerated'],
      afterMs: atMs - KEY_WINDOW_MS,
      untilMs: atMs + MAX_CLOCK_SKEW_MS,
    });
    if (created < MAX_NEW_KEYS) return;
    throw new Refusal(
      'TOO_MANY',
      `the account has created ${MAX_NEW_KEYS} keys in the last hour; try again later`,
    );
  }

  return {
    ...keys,
    async create(accountId, seenLastKeyId, actor) {
      await requireRoom(accountId);
      return keys.create(accountId, seenLastKeyId, actor);
    },
    async regenerate(accountId, seenKeyId, actor) {
      await requireRoom(accountId);
      return keys.regenerate(accountId, seenKeyId, actor);
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
    `the account has no active ${API_PLAN_CHOICE} plan; a key needs one`,
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
    'this key has been shown and cannot be shown again; regenerate it if it is lost',
  );
}
