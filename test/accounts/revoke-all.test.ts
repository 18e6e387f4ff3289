import { expect, it } from 'vitest';
import { revokeAll } from '../../src/accounts/accounts.ts';
import { createMailOutbox } from '../../src/accounts/mail/outbox.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';
import { openSignIn } from '../support/sign-in.ts';

const BUSINESS = { plan: 'business', endsAtMs: null } as const;

it('revokes every key, writes it down and tells the holders', async () => {
  const { accounts, keys, sessions, webhooks, store, account, notifications } =
    await openAccounts('business');
  for (const name of ['b', 'c', 'd']) {
    await accounts.create(`${name}@test.example`, BUSINESS, ACTOR);
  }
  await accounts.create('free@test.example', { plan: 'free', endsAtMs: null }, ACTOR);
  const { webhook } = await webhooks.set(await account(), 'https://hooks.example/', ACTOR);
  notifications.length = 0;

  const all = { store, keys, sessions, webhooks };
  expect(await revokeAll(all, ACTOR, 2)).toEqual({ accounts: 5, revoked: 4, paused: 1 });
  expect(await webhooks.find(webhook.accountId)).toMatchObject({ state: 'paused' });
  const left = await store.accountReads.listAccounts({}, 0, null, 10);
  expect(left.map(({ apiKey }) => apiKey)).toEqual(Array(5).fill(null));
  expect(notifications.map(({ kind }) => kind)).toEqual(Array(4).fill('key_revoked'));
  const entries = await store.audit.listByAccount((await account()).id, 2);
  const written = { actor: ACTOR.name, email: EMAIL };
  expect(entries).toMatchObject([
    { action: 'webhook_paused', ...written },
    { action: 'key_revoked', ...written },
  ]);
  expect(await revokeAll(all, ACTOR)).toEqual({ accounts: 5, revoked: 0, paused: 0 });
});

it('signs every holder out', async () => {
  const { store, keys, sessions, webhooks, enter } = await openSignIn();
  const { sessionId } = await enter();
  expect(await sessions.findSignedIn(sessionId)).not.toBeNull();
  await revokeAll({ store, keys, sessions, webhooks }, ACTOR);
  expect(await sessions.findSignedIn(sessionId)).toBeNull();
});

it('revokes the key that its holder has made meanwhile', async () => {
  const { keys, sessions, webhooks, store, account } = await openAccounts('business');
  let raced = false;
  const revoke: typeof keys.revoke = async (id, seenKeyId, actor) => {
    if (!raced) await keys.regenerate(id, seenKeyId, ACTOR);
    raced = true;
    return keys.revoke(id, seenKeyId, actor);
  };
  const all = { store, keys: { ...keys, revoke }, sessions, webhooks };
  expect(await revokeAll(all, ACTOR)).toEqual({ accounts: 1, revoked: 1, paused: 0 });
  expect((await account()).apiKey).toBeNull();
});

it('waits where the outbox is full, so that each holder is told', async () => {
  const sent: string[] = [];
  const dropped: string[] = [];
  const outbox = createMailOutbox({
    send: async ({ notification }) => void sent.push(notification.to),
    nowMs: () => 0,
    onFault: () => {},
    onDropped: ({ to }) => dropped.push(to),
    maxMails: 3,
  });
  const { accounts, keys, sessions, webhooks, store } = await openAccounts(
    'free',
    null,
    outbox.notify,
  );
  const emails = Array.from({ length: 20 }, (_, n) => `a${n}@test.example`);
  for (const email of emails) {
    await outbox.drain(2, 1_000);
    await accounts.create(email, BUSINESS, ACTOR);
  }
  await outbox.drain(0, 1_000);
  sent.length = 0;
  const waitForMails = () => outbox.drain(2, 1_000);
  await revokeAll({ store, keys, sessions, webhooks, waitForMails }, ACTOR);
  await outbox.drain(0, 1_000);
  expect(sent.toSorted()).toEqual(emails.toSorted());
  expect(dropped).toEqual([]);
});
