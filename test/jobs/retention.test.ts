import { expect, it } from 'vitest';
import { createSubscriptionEvents } from '../../src/accounts/plans/subscription-events.ts';
import { RANDOM_SECRETS } from '../../src/accounts/secrets.ts';
import { createKeyCipher } from '../../src/domain/account/key-cipher.ts';
import { hashToken } from '../../src/domain/account/token.ts';
import { toDay } from '../../src/domain/time/time-zone.ts';
import { deleteExpired } from '../../src/jobs/retention.ts';
import { toFailedRequest } from '../store/failed-request-contract.ts';
import { findLeaks } from '../support/leaks.ts';
import { openSignIn } from '../support/sign-in.ts';

const DAY_MS = 86_400_000;
const ADDRESS = '192.0.2.217';

async function openRetention() {
  const opened = await openSignIn();
  const { store, clock } = opened;
  return { ...opened, runRetention: () => deleteExpired(store, clock.nowMs()) };
}

it('drops network addresses after 90 days, to the last byte of the files', async () => {
  const { runRetention, enter, store, account, clock, folder } = await openRetention();
  await enter({ address: ADDRESS });
  const readAddresses = async () =>
    (await store.audit.listByAccount((await account()).id, 99)).map(({ address }) => address);
  const count = (await readAddresses()).length;
  clock.advance(90 * DAY_MS);
  await runRetention();
  expect(await readAddresses()).toContain(ADDRESS);
  clock.advance(1);
  await runRetention();
  expect(await readAddresses()).toEqual(Array(count).fill(null));
  await store.close();
  expect(findLeaks(folder, [ADDRESS])).toEqual([]);
});

it('deletes sessions and links that are over', async () => {
  const { runRetention, enter, receiveToken, store, clock } = await openRetention();
  const { sessionId } = await enter();
  const token = await receiveToken();
  await runRetention();
  expect(await store.sessions.find(hashToken(sessionId))).not.toBeNull();
  expect(await store.signInLinks.find(hashToken(token))).not.toBeNull();
  clock.advance(7 * DAY_MS);
  await runRetention();
  expect(await store.sessions.find(hashToken(sessionId))).toBeNull();
  expect(await store.signInLinks.find(hashToken(token))).toBeNull();
});

it('removes usage after 400 days', async () => {
  const { runRetention, store, account, clock } = await openRetention();
  const { id: accountId } = await account();
  const day = toDay(clock.nowMs());
  await store.usage.add([
    { accountId, day, ok: 1, notModified: 0, notFound: 0, clientErrors: 0, limited: 0 },
  ]);
  clock.advance(400 * DAY_MS);
  await runRetention();
  expect(await store.accountReads.listUsage(accountId, '', '9999')).toHaveLength(1);
  clock.advance(DAY_MS);
  await runRetention();
  expect(await store.accountReads.listUsage(accountId, '', '9999')).toEqual([]);
});

it('removes failed requests after seven days, and those of the future', async () => {
  const { runRetention, store, account, clock } = await openRetention();
  const { id: accountId } = await account();
  const atMs = clock.nowMs();
  await store.failedRequests.add([
    toFailedRequest('now', { accountId, atMs }),
    toFailedRequest('ahead', { accountId, atMs: atMs + 9 * DAY_MS }),
  ]);
  const list = async () => {
    const [listed = []] = await store.accountReads.listFailedRequests([accountId], 0);
    return listed.map(({ requestId }) => requestId);
  };
  clock.advance(7 * DAY_MS);
  await runRetention();
  expect(await list()).toEqual(['now']);
  clock.advance(1);
  await runRetention();
  expect(await list()).toEqual([]);
});

it('forgets ids of events after 90 days; their age makes them stale then', async () => {
  const { runRetention, store, clock, nowMs, account } = await openRetention();
  const apply = createSubscriptionEvents({
    accounts: store.accounts,
    webhooks: store.webhooks,
    cipher: createKeyCipher(['a secret that is used in tests alone']),
    secrets: RANDOM_SECRETS,
    notify: () => {},
    nowMs,
  });
  const actor = { name: 'event', address: null };
  const { email } = await account();
  const event = { email, type: 'updated', plan: 'agency', endsAtMs: null } as const;
  await apply({ ...event, id: 'one', atMs: 1 }, actor);
  await apply({ ...event, id: 'two', atMs: 2 }, actor);
  clock.advance(90 * DAY_MS + 1);
  await runRetention();
  expect(await store.accounts.hasEvent('one')).toBe(false);
  expect(await apply({ ...event, id: 'one', atMs: 1 }, actor)).toBe('stale');
});
