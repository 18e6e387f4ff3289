import { expect, it } from 'vitest';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { RANDOM_SECRETS } from '../../src/accounts/secrets.ts';
import { createKeyCipher } from '../../src/domain/account/key-cipher.ts';
import type { AccountStore } from '../../src/store/accounts/accounts.ts';
import { ACTOR, APP_SECRET, openAccounts } from '../support/accounts.ts';

it('makes an account with its plan and key in one write, whatever comes behind it', async () => {
  const { store, nowMs, accounts: opened } = await openAccounts('free');
  const writes: string[] = [];
  /** The process ends with its first write. */
  const cut: AccountStore = {
    ...store.accounts,
    async insert(account, entries) {
      writes.push('insert');
      return store.accounts.insert(account, entries);
    },
    async replace() {
      throw new Error('the process has ended');
    },
  };
  const accounts = createAccounts({
    accounts: cut,
    webhooks: store.webhooks,
    cipher: createKeyCipher([APP_SECRET]),
    secrets: RANDOM_SECRETS,
    notify: () => {},
    nowMs,
  });
  const email = 'new@test.example';
  await accounts.create(email, { plan: 'business', endsAtMs: null }, ACTOR);
  expect(writes).toEqual(['insert']);
  const { id, subscription, apiKey, lastKeyId } = await opened.find(email);
  expect(subscription).toMatchObject({ plan: 'business', status: 'active' });
  expect(apiKey?.encrypted).toEqual(expect.any(String));
  expect(lastKeyId).toBe(apiKey?.id);
  const entries = await store.audit.listByAccount(id, 10);
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'account_created',
    'key_created',
    'subscription_changed',
  ]);
});
