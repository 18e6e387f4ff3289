import { expect, it } from 'vitest';
import { toHolder } from '../../src/accounts/actor.ts';
import { limitNewKeys } from '../../src/accounts/keys.ts';
import { ACTOR, openAccounts } from '../support/accounts.ts';

const HOUR_MS = 3_600_000;
const HOLDER = toHolder('192.0.2.7');

async function openLimited() {
  const opened = await openAccounts('business');
  const { keys, store, nowMs, account } = opened;
  const holderKeys = limitNewKeys(keys, store.audit, nowMs);
  const { id } = await account();
  const keyId = async () => (await account()).apiKey?.id ?? '';
  const lastKeyId = async () => (await account()).lastKeyId;
  return { ...opened, holderKeys, id, keyId, lastKeyId };
}

it('lets a holder have ten new keys in any hour', async () => {
  const { holderKeys, id, keyId, lastKeyId, clock } = await openLimited();
  for (let count = 0; count < 4; count++) await holderKeys.regenerate(id, await keyId(), HOLDER);
  await holderKeys.revoke(id, await keyId(), HOLDER);
  await holderKeys.create(id, await lastKeyId(), HOLDER);
  clock.advance(HOUR_MS / 2);
  for (let count = 0; count < 5; count++) await holderKeys.regenerate(id, await keyId(), HOLDER);
  const tooMany = { code: 'TOO_MANY' };
  await expect(holderKeys.regenerate(id, await keyId(), HOLDER)).rejects.toMatchObject(tooMany);
  await holderKeys.revoke(id, await keyId(), HOLDER);
  await expect(holderKeys.create(id, await lastKeyId(), HOLDER)).rejects.toMatchObject(tooMany);
  clock.advance(HOUR_MS / 2);
  await holderKeys.create(id, await lastKeyId(), HOLDER);
});

it('does not count what was refused, nor what others made', async () => {
  const { holderKeys, keys, id, keyId, lastKeyId } = await openLimited();
  for (let count = 0; count < 20; count++) {
    await expect(holderKeys.regenerate(id, 'another', HOLDER)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(holderKeys.create(id, await lastKeyId(), HOLDER)).rejects.toMatchObject({
      code: 'KEY_EXISTS',
    });
    await keys.regenerate(id, await keyId(), ACTOR);
  }
  const { text } = await holderKeys.regenerate(id, await keyId(), HOLDER);
  expect(text).toMatch(/^reg_/);
});

it('is not passed by a hundred attempts at once', async () => {
  const { holderKeys, id, keyId } = await openLimited();
  for (let round = 0; round < 12; round++) {
    const seen = await keyId();
    const attempts = Array.from({ length: 100 }, () => holderKeys.regenerate(id, seen, HOLDER));
    const won = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(round < 10 ? 1 : 0);
  }
});
