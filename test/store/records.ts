import type { Account, AccountFields, ApiKey } from '../../src/domain/account/account.ts';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import type { Subscription } from '../../src/domain/account/plan.ts';
import type { AccountChange } from '../../src/store/accounts/accounts.ts';
import type { AuditEntry } from '../../src/store/port/audit.ts';

let serial = 0;

export function toKey(text: string): ApiKey {
  return {
    id: `key-${text}`,
    hash: hashApiKey(text),
    start: text.slice(0, 8),
    tier: 'medium',
    createdAtMs: 1,
    lastUsedAtMs: null,
    encrypted: 'encrypted',
  };
}

export function toAccount(email: string, apiKey: ApiKey | null = null): Account {
  return {
    id: `id-${email}`,
    email,
    createdAtMs: 1,
    language: 'ro',
    limitNotices: true,
    role: 'holder',
    identity: null,
    subscription: null,
    apiKey,
    lastKeyId: apiKey?.id ?? null,
  };
}

export function toEntry(accountId: string): AuditEntry {
  serial += 1;
  return {
    id: `entry-${serial}`,
    atMs: serial,
    action: 'account_created',
    actor: 'test',
    accountId,
    email: 'a@b.md',
    keyStart: null,
    detail: null,
    planChange: null,
    address: null,
  };
}

export const BUSINESS: Subscription = {
  plan: 'business',
  status: 'active',
  endsAtMs: 8_640_000_000_000,
  changedAtMs: 5,
};

export function toChange(
  read: Account,
  next: AccountFields,
  entries: readonly AuditEntry[] = [],
): AccountChange {
  return { read, next, entries };
}

/** Does the work for each of many, 50 at a time. */
export async function forEachInTurn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += 50) {
    await Promise.all(items.slice(from, from + 50).map(work));
  }
}
