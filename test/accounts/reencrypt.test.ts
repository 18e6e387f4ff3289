import { expect, it } from 'vitest';
import { reseal } from '../../scripts/account/keys.ts';
import { isRevealable } from '../../src/domain/account/account.ts';
import { ACTOR, openTestServices } from '../support/services.ts';
import { openTestStore } from '../support/stores.ts';

const [OLD, NEW] = ['an old secret of 32 characters..', 'a new secret of 32 characters...'];
const BUSINESS = { plan: 'business', endsAtMs: null } as const;
const [WAITING, REVEALED, WATCHING] = ['a@test.example', 'b@test.example', 'c@test.example'];

/** A store with a key that waits, one that was revealed, and a webhook with a replaced secret. */
async function openStore() {
  const store = await openTestStore();
  const openWith = (APP_SECRET: string) => openTestServices({ store, env: { APP_SECRET } });
  const { accounts, keys, webhooks } = await openWith(OLD);
  for (const email of [WAITING, REVEALED, WATCHING]) await accounts.create(email, BUSINESS, ACTOR);
  const revealed = await accounts.find(REVEALED);
  await keys.reveal(revealed, revealed.apiKey?.id ?? '', ACTOR);
  const watching = await accounts.find(WATCHING);
  const set = await webhooks.set(watching, 'https://hooks.example/', ACTOR);
  const rotated = await webhooks.rotate(watching, set.webhook.secret.id, ACTOR);
  return { store, openWith, secrets: [rotated.secret, set.secret] };
}

it('what was encrypted with an older secret is read with the first one alone afterwards', async () => {
  const { store, openWith, secrets } = await openStore();
  expect(await (await openWith(`${NEW},${OLD}`)).reencryptAll()).toEqual({
    reencrypted: 4,
    current: 0,
    unreadable: [],
  });
  const { accounts, keys, webhooks, reencryptAll } = await openWith(NEW);
  expect(await reencryptAll()).toEqual({ reencrypted: 0, current: 4, unreadable: [] });
  const waiting = await accounts.find(WAITING);
  expect((await keys.reveal(waiting, waiting.apiKey?.id ?? '', ACTOR)).text).toMatch(/^reg_/);
  const { id } = await accounts.find(WATCHING);
  const webhook = await store.webhooks.find(id);
  expect(webhook && webhooks.readSecrets(webhook)).toEqual(secrets);
});

it('says whose texts no secret decrypts, and leaves them as they are', async () => {
  const { store, openWith } = await openStore();
  const before = await store.accounts.findByEmail(WAITING);
  const other = await openWith(NEW);
  await expect(reseal(other)).rejects.toThrow(
    `no secret of APP_SECRET decrypts those of ${WAITING}, ${WATCHING}: add the secret that does`,
  );
  expect(await store.accounts.findByEmail(WAITING)).toEqual(before);
  expect((await reseal(await openWith(`${NEW},${OLD}`))).text).toContain(
    '4 encrypted texts of keys and webhooks were changed to the first secret, 0 had it before',
  );
});

it('a key that is revealed meanwhile stays revealed', async () => {
  const { store, openWith } = await openStore();
  const { accounts, keys } = await openWith(`${NEW},${OLD}`);
  const { replace } = store.accounts;
  let raced = false;
  const racing: typeof store.accounts.replace = async (change) => {
    if (!raced && change.read.email === WAITING) {
      raced = true;
      const waiting = await accounts.find(WAITING);
      await keys.reveal(waiting, waiting.apiKey?.id ?? '', ACTOR);
    }
    return replace(change);
  };
  const services = await openTestServices({
    store: { ...store, accounts: { ...store.accounts, replace: racing } },
    env: { APP_SECRET: `${NEW},${OLD}` },
  });
  expect(await services.reencryptAll()).toMatchObject({ reencrypted: 3, unreadable: [] });
  const { apiKey } = await accounts.find(WAITING);
  expect(raced && apiKey !== null && isRevealable(apiKey)).toBe(false);
});
