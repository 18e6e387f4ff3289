import { describe, expect, it } from 'vitest';
import { toNewAccount } from '../../src/accounts/account-changes.ts';
import { type Actor, toAuditEntry } from '../../src/accounts/actor.ts';
import type { Account } from '../../src/domain/account/account.ts';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';

/** The operations on the account as it is at that moment. */
async function openKeys(plan: Plan) {
  const opened = await openAccounts(plan);
  const { keys, account } = opened;
  function onAccount<Seen, Result>(
    change: (read: Account, seen: Seen, actor: Actor) => Promise<Result>,
  ) {
    return async (seen: Seen) => change(await account(), seen, ACTOR);
  }
  return {
    ...opened,
    keyId: async () => (await account()).apiKey?.id ?? '',
    create: onAccount(keys.create),
    reveal: onAccount(keys.reveal),
    regenerate: onAccount(keys.regenerate),
    revoke: onAccount(keys.revoke),
  };
}

describe('reveal', () => {
  it('shows a key that activation made, once, and leaves its hash alone', async () => {
    const { keys, reveal, account } = await openKeys('business');
    const before = await account();
    const { apiKey } = before;
    const shown = await reveal(apiKey?.id ?? '');
    expect(hashApiKey(shown.text)).toBe(apiKey?.hash);
    expect(shown.account).toEqual({ ...before, apiKey: { ...apiKey, encrypted: null } });
    expect(await account()).toEqual(shown.account);
    const refused = { code: 'ALREADY_REVEALED' };
    await expect(reveal(apiKey?.id ?? '')).rejects.toMatchObject(refused);
    await expect(keys.reveal(before, apiKey?.id ?? '', ACTOR)).rejects.toMatchObject(refused);
  });
});

describe('create', () => {
  it('needs a plan and no key', async () => {
    const { create, revoke, accounts, account } = await openKeys('free');
    await expect(create(null)).rejects.toMatchObject({ code: 'NO_ACTIVE_API_PLAN' });
    await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
    await expect(create(null)).rejects.toMatchObject({ code: 'KEY_EXISTS' });
    const { id: first = '' } = (await account()).apiKey ?? {};
    expect((await revoke(first)).apiKey).toBeNull();
    const { text, apiKey, account: created } = await create(first);
    expect(await account()).toEqual(created);
    expect(created).toMatchObject({ apiKey, lastKeyId: apiKey.id });
    expect(apiKey).toMatchObject({ hash: hashApiKey(text), tier: 'high', encrypted: null });
  });

  it('sent again after a revocation makes no second key', async () => {
    const { keys, keyId, create, revoke, account } = await openKeys('business');
    const first = await keyId();
    const revoked = await revoke(first);
    await revoke((await create(first)).apiKey.id);
    for (const seen of [first, null, '', 'another']) {
      await expect(create(seen)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    // Nor for a caller that read the account before.
    await expect(keys.create(revoked, first, ACTOR)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await account()).apiKey).toBeNull();
  });

  it('of an account that never had a key names none', async () => {
    const { keys, store, nowMs } = await openAccounts('free');
    const active = { plan: 'business', status: 'active', endsAtMs: null, changedAtMs: 0 } as const;
    const account = { ...toNewAccount('b@c.md', nowMs()), subscription: active };
    const deed = { action: 'account_created' } as const;
    await store.accounts.insert(account, [toAuditEntry(ACTOR, account, deed, nowMs())]);
    const create = (seen: string | null) => keys.create(account, seen, ACTOR);
    await expect(create('another')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await create(null)).text).toMatch(/^reg_/);
  });
});

describe('regenerate', () => {
  it('puts a new key in the place of the one that the caller saw, and of no other', async () => {
    const { keys, regenerate, account } = await openKeys('business');
    const before = await account();
    const first = before.apiKey?.id ?? '';
    const second = await regenerate(first);
    await expect(regenerate(first)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(keys.regenerate(before, first, ACTOR)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await account()).toEqual(second.account);
    expect(second.account.apiKey).toEqual(second.apiKey);
  });
});

describe('revoke', () => {
  it('works without a plan, once', async () => {
    const { keyId, revoke, accounts, account } = await openKeys('business');
    const seen = await keyId();
    await accounts.cancel(EMAIL, ACTOR);
    expect(await revoke(seen)).toEqual(await account());
    expect((await account()).apiKey).toBeNull();
    await expect(revoke(seen)).rejects.toMatchObject({ code: 'NO_ACTIVE_KEY' });
  });
});

describe('a hundred at once with the same seen key', () => {
  const OPERATIONS = ['create', 'reveal', 'regenerate', 'revoke'] as const;

  it.each(OPERATIONS)('%s is won by one', async (operation) => {
    const opened = await openKeys('business');
    const seen = await opened.keyId();
    if (operation === 'create') await opened.revoke(seen);
    const read = await opened.account();
    const calls = Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0 ? opened[operation](seen) : opened.keys[operation](read, seen, ACTOR),
    );
    const results = await Promise.allSettled<unknown>(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it('writes each deed down with the start of the key and never with its text', async () => {
  const { reveal, regenerate, revoke, create, keyId, store, account } = await openKeys('business');
  const first = await keyId();
  const texts = [(await reveal(first)).text];
  const next = await regenerate(first);
  texts.push(next.text);
  await revoke(next.apiKey.id);
  texts.push((await create(next.apiKey.id)).text);
  const entries = await store.audit.listByAccount((await account()).id, 100);
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
