import { describe, expect, it } from 'vitest';
import { toNewAccount } from '../../src/accounts/account-changes.ts';
import { toAuditEntry } from '../../src/accounts/actor.ts';
import { createKeys } from '../../src/accounts/keys.ts';
import { RANDOM_SECRETS } from '../../src/accounts/secrets.ts';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import { createKeyCipher } from '../../src/domain/account/key-cipher.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';

describe('reveal', () => {
  it('shows a key that activation made, once, and leaves its hash alone', async () => {
    const { keys, account } = await openAccounts('business');
    const { id, apiKey } = await account();
    const { text } = await keys.reveal(id, apiKey?.id ?? '', ACTOR);
    expect(hashApiKey(text)).toBe(apiKey?.hash);
    expect((await account()).apiKey).toEqual({ ...apiKey, sealed: null });
    await expect(keys.reveal(id, apiKey?.id ?? '', ACTOR)).rejects.toMatchObject({
      code: 'ALREADY_REVEALED',
    });
  });

  it('says "regenerate" when the secret has changed, and erases nothing', async () => {
    const { store, nowMs, account } = await openAccounts('business');
    const cipher = createKeyCipher(['another secret of thirty-two letters']);
    const keys = createKeys({
      accounts: store.accounts,
      cipher,
      secrets: RANDOM_SECRETS,
      notify: () => {},
      nowMs,
    });
    const before = await account();
    await expect(keys.reveal(before.id, before.apiKey?.id ?? '', ACTOR)).rejects.toMatchObject({
      code: 'REGENERATE_NEEDED',
      message: expect.stringContaining('regenerate'),
    });
    expect(await account()).toEqual(before);
  });
});

describe('create', () => {
  it('needs a plan and no key', async () => {
    const { keys, accounts, account } = await openAccounts('free');
    const { id } = await account();
    await expect(keys.create(id, null, ACTOR)).rejects.toMatchObject({
      code: 'NO_ACTIVE_API_PLAN',
    });
    await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
    await expect(keys.create(id, null, ACTOR)).rejects.toMatchObject({ code: 'KEY_EXISTS' });
    const { apiKey: first } = await account();
    await keys.revoke(id, first?.id ?? '', ACTOR);
    const { text, apiKey } = await keys.create(id, first?.id ?? '', ACTOR);
    expect(await account()).toMatchObject({ apiKey, lastKeyId: apiKey.id });
    expect(apiKey).toMatchObject({ hash: hashApiKey(text), tier: 'high', sealed: null });
  });

  it('sent again after a revocation makes no second key', async () => {
    const { keys, account } = await openAccounts('business');
    const { id, apiKey: first } = await account();
    await keys.revoke(id, first?.id ?? '', ACTOR);
    const created = await keys.create(id, first?.id ?? '', ACTOR);
    await keys.revoke(id, created.apiKey.id, ACTOR);
    for (const seen of [first?.id ?? '', null, '', 'another']) {
      await expect(keys.create(id, seen, ACTOR)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    expect((await account()).apiKey).toBeNull();
  });

  it('of an account that never had a key names none', async () => {
    const { keys, store, nowMs } = await openAccounts('free');
    const active = { plan: 'business', status: 'active', endsAtMs: null, changedAtMs: 0 } as const;
    const account = { ...toNewAccount('b@c.md', nowMs()), subscription: active };
    const deed = { action: 'account_created' } as const;
    await store.accounts.insert(account, [toAuditEntry(ACTOR, account, deed, nowMs())]);
    const create = (seen: string | null) => keys.create(account.id, seen, ACTOR);
    await expect(create('another')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await create(null)).text).toMatch(/^reg_/);
  });
});

describe('regenerate', () => {
  it('puts a new key in the place of the one that the caller saw, and of no other', async () => {
    const { keys, account } = await openAccounts('business');
    const { id, apiKey: first } = await account();
    const second = await keys.regenerate(id, first?.id ?? '', ACTOR);
    await expect(keys.regenerate(id, first?.id ?? '', ACTOR)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await account()).apiKey).toEqual(second.apiKey);
  });

  it('needs a plan and a key', async () => {
    const { keys, accounts, account } = await openAccounts('business');
    const { id, apiKey } = await account();
    await accounts.cancel(EMAIL, ACTOR);
    await expect(keys.regenerate(id, apiKey?.id ?? '', ACTOR)).rejects.toMatchObject({
      code: 'NO_ACTIVE_API_PLAN',
    });
    await keys.revoke(id, apiKey?.id ?? '', ACTOR);
    await accounts.setPlan(EMAIL, { plan: 'starter', endsAtMs: null }, ACTOR);
    await expect(keys.regenerate(id, apiKey?.id ?? '', ACTOR)).rejects.toMatchObject({
      code: 'NO_ACTIVE_API_PLAN',
    });
  });
});

describe('revoke', () => {
  it('works without a plan, once', async () => {
    const { keys, accounts, account } = await openAccounts('business');
    const { id, apiKey } = await account();
    await accounts.cancel(EMAIL, ACTOR);
    await keys.revoke(id, apiKey?.id ?? '', ACTOR);
    expect((await account()).apiKey).toBeNull();
    await expect(keys.revoke(id, apiKey?.id ?? '', ACTOR)).rejects.toMatchObject({
      code: 'NO_ACTIVE_KEY',
    });
  });
});

describe('a hundred at once with the same seen key', () => {
  it.each(['reveal', 'regenerate', 'revoke'] as const)('%s is won by one', async (deed) => {
    const { keys, account } = await openAccounts('business');
    const { id, apiKey } = await account();
    const calls = Array.from({ length: 100 }, () => keys[deed](id, apiKey?.id ?? '', ACTOR));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('create is won by one', async () => {
    const { keys, account } = await openAccounts('business');
    const { id, apiKey } = await account();
    await keys.revoke(id, apiKey?.id ?? '', ACTOR);
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => keys.create(id, apiKey?.id ?? '', ACTOR)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it('writes each deed down with the start of the key and never with its text', async () => {
  const { keys, store, account } = await openAccounts('business');
  const { id, apiKey } = await account();
  const texts = [(await keys.reveal(id, apiKey?.id ?? '', ACTOR)).text];
  const next = await keys.regenerate(id, apiKey?.id ?? '', ACTOR);
  texts.push(next.text);
  await keys.revoke(id, next.apiKey.id, ACTOR);
  texts.push((await keys.create(id, next.apiKey.id, ACTOR)).text);
  const entries = await store.audit.listByAccount(id, 100);
  expect(entries.map(({ action, keyStart, actor }) => [action, keyStart, actor])).toEqual([
    ['key_created', texts[2]?.slice(0, 8), 'test'],
    ['key_revoked', texts[1]?.slice(0, 8), 'test'],
    ['key_regenerated', texts[1]?.slice(0, 8), 'test'],
    ['key_revealed', texts[0]?.slice(0, 8), 'test'],
    ['key_created', texts[0]?.slice(0, 8), 'test'],
    ['subscription_changed', null, 'test'],
    ['account_created', null, 'test'],
  ]);
  for (const text of texts) expect(JSON.stringify(entries)).not.toContain(text);
});
