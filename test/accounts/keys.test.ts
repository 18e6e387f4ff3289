import { describe, expect, it } from 'vitest';
import { createKeys } from '../../src/accounts/keys.ts';
import { RANDOM_TEXTS } from '../../src/accounts/secret-texts.ts';
import { hashApiKey } from '../../src/domain/api-key.ts';
import { createSealer } from '../../src/domain/seal.ts';
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
    const sealer = createSealer(['another secret of thirty-two letters']);
    const keys = createKeys({
      accounts: store.accounts,
      sealer,
      texts: RANDOM_TEXTS,
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
    await expect(keys.create(id, ACTOR)).rejects.toMatchObject({ code: 'NO_ACTIVE_API_PLAN' });
    await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
    await expect(keys.create(id, ACTOR)).rejects.toMatchObject({ code: 'KEY_EXISTS' });
    await keys.revoke(id, (await account()).apiKey?.id ?? '', ACTOR);
    const { text, apiKey } = await keys.create(id, ACTOR);
    expect((await account()).apiKey).toEqual(apiKey);
    expect(apiKey).toMatchObject({ hash: hashApiKey(text), tier: 'high', sealed: null });
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
      Array.from({ length: 100 }, () => keys.create(id, ACTOR)),
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
  texts.push((await keys.create(id, ACTOR)).text);
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
