import { expect, it } from 'vitest';
import { toHolder } from '../../src/accounts/actor.ts';
import { ACTOR, openAccounts } from '../support/accounts.ts';

const HOUR_MS = 3_600_000;
const HOLDER = toHolder('192.0.2.7');

async function openLimited() {
  const opened = await openAccounts('business');
  const { keys, account } = opened;
  const keyId = async () => (await account()).apiKey?.id ?? '';
  const lastKeyId = async () => (await account()).lastKeyId;
  const create = async () => keys.create(await account(), await lastKeyId(), HOLDER);
  const regenerate = async () => keys.regenerate(await account(), await keyId(), HOLDER);
  const revoke = async () => keys.revoke(await account(), await keyId(), HOLDER);
  return { ...opened, keyId, create, regenerate, revoke };
}

it('lets a holder have ten new keys in any hour', async () => {
  const { create, regenerate, revoke, clock } = await openLimited();
  for (let count = 0; count < 4; count++) await regenerate();
  await revoke();
  await create();
  clock.advance(HOUR_MS / 2);
  for (let count = 0; count < 5; count++) await regenerate();
  const tooMany = { code: 'TOO_MANY' };
  await expect(regenerate()).rejects.toMatchObject(tooMany);
  await revoke();
  await expect(create()).rejects.toMatchObject(tooMany);
  clock.advance(HOUR_MS / 2);
  await create();
});

it('does not count what was refused, nor what others made', async () => {
  const { keys, account, keyId, create, regenerate } = await openLimited();
  for (let count = 0; count < 20; count++) {
    const other = keys.regenerate(await account(), 'another', HOLDER);
    await expect(other).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(create()).rejects.toMatchObject({ code: 'KEY_EXISTS' });
    await keys.regenerate(await account(), await keyId(), ACTOR);
  }
  const { text } = await regenerate();
  expect(text).toMatch(/^reg_/);
});

it('is not passed by a hundred attempts at once', async () => {
  const { keys, account, keyId } = await openLimited();
  for (let round = 0; round < 12; round++) {
    const [read, seen] = [await account(), await keyId()];
    const attempts = Array.from({ length: 100 }, () => keys.regenerate(read, seen, HOLDER));
    const won = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(round < 10 ? 1 : 0);
  }
});
