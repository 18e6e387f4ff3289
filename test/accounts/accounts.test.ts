import { describe, expect, it } from 'vitest';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';

describe('an automatically created key', () => {
  it('comes with an account that begins with an API plan', async () => {
    const { account } = await openAccounts('agency');
    expect((await account()).apiKey).toMatchObject({ tier: 'high', encrypted: expect.any(String) });
  });

  it.each(['free', 'starter'] as const)('does not come with %s', async (plan) => {
    const { account } = await openAccounts(plan);
    expect((await account()).apiKey).toBeNull();
  });

  it('comes on the move from no API plan to one', async () => {
    const { accounts, account } = await openAccounts('starter');
    await accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: null }, ACTOR);
    expect((await account()).apiKey).toMatchObject({ tier: 'medium' });
  });

  it('does not come on a move between API plans after a revocation', async () => {
    const { accounts, account, keys } = await openAccounts('business');
    const read = await account();
    await keys.revoke(read, read.apiKey?.id ?? '', ACTOR);
    await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
    expect((await account()).apiKey).toBeNull();
    await accounts.cancel(EMAIL, ACTOR);
    await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
    expect((await account()).apiKey).not.toBeNull();
  });

  it('does not come with a plan that has ended already', async () => {
    const { accounts, account, nowMs } = await openAccounts('free');
    await accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: nowMs() }, ACTOR);
    expect((await account()).apiKey).toBeNull();
  });
});

it('keeps the key through a lapse and a return', async () => {
  const { accounts, account } = await openAccounts('business');
  const { apiKey } = await account();
  await accounts.cancel(EMAIL, ACTOR);
  expect((await account()).apiKey).toEqual(apiKey);
  await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
  expect((await account()).apiKey).toEqual(apiKey);
});

it('keeps the end of a plan that is over when it is cancelled again', async () => {
  const { accounts, account, clock } = await openAccounts('business');
  await accounts.cancel(EMAIL, ACTOR);
  const { subscription } = await account();
  clock.advance(60_000);
  await accounts.cancel(EMAIL, ACTOR);
  expect((await account()).subscription?.endsAtMs).toBe(subscription?.endsAtMs);
});

it('makes one key when many activations come at once', async () => {
  const { accounts, account, store } = await openAccounts('free');
  const { id } = await account();
  const change = { plan: 'business', endsAtMs: null } as const;
  await Promise.all(Array.from({ length: 100 }, () => accounts.setPlan(EMAIL, change, ACTOR)));
  const entries = await store.audit.listByAccount(id, 1_000);
  expect(entries.filter(({ action }) => action === 'key_created')).toHaveLength(1);
});

describe('an address', () => {
  it('is one account in whatever case', async () => {
    const { accounts, account } = await openAccounts('free');
    const again = accounts.create('ANA@TEST.example', { plan: 'free', endsAtMs: null }, ACTOR);
    await expect(again).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' });
    expect(await accounts.find('ana@test.EXAMPLE')).toEqual(await account());
    expect((await account()).email).toBe(EMAIL);
  });

  it.each(['', 'nobody', 'a@b.md, c@d.md', 'a@b.md\r\nBcc: c@d.md'])(
    '%j is refused and shown in the refusal',
    async (email) => {
      const { accounts } = await openAccounts('free');
      const created = accounts.create(email, { plan: 'free', endsAtMs: null }, ACTOR);
      await expect(created).rejects.toMatchObject({
        code: 'INVALID_EMAIL',
        message: expect.not.stringContaining('\n'),
      });
    },
  );

  it('without an account is refused by name', async () => {
    const { accounts } = await openAccounts('free');
    await expect(accounts.find('b@test.example')).rejects.toMatchObject({
      code: 'NO_SUCH_ACCOUNT',
      message: expect.stringContaining('b@test.example'),
    });
  });
});

it('deletes an account with its key and keeps what was written down', async () => {
  const { accounts, account, store } = await openAccounts('business');
  const { id, apiKey } = await account();
  await accounts.delete(EMAIL, ACTOR);
  expect(await store.accounts.findKeyAccess([apiKey?.hash ?? ''])).toEqual([null]);
  await expect(account()).rejects.toMatchObject({ code: 'NO_SUCH_ACCOUNT' });
  expect((await store.audit.listByAccount(id, 1))[0]).toMatchObject({ action: 'account_deleted' });
});
