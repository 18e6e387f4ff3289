import { expect, it } from 'vitest';
import type { Notification } from '../../../src/accounts/mail/notification.ts';
import { createLimitNotices } from '../../../src/accounts/plans/plan-notices.ts';
import { ACTOR, EMAIL, openAccounts } from '../../support/accounts.ts';

const DAY_MS = 86_400_000;

/** Two servers on one store with one account, and the mails that they send. */
async function openServers() {
  const opened = await openAccounts('business');
  const { store, nowMs } = opened;
  const mails: Notification[] = [];
  let claims = 0;
  const [one, other] = [0, 1].map(() =>
    createLimitNotices({
      accounts: {
        claimLimitNotices(ids, atMs) {
          claims += 1;
          return store.accounts.claimLimitNotices(ids, atMs);
        },
      },
      notify: (notification) => mails.push(notification),
      nowMs,
    }),
  );
  if (one === undefined || other === undefined) throw new Error('there are two servers');
  return { ...opened, one, other, mails, countClaims: () => claims };
}

it('one mail a day goes to the holder, whichever servers refused requests', async () => {
  const { one, other, mails, account, clock, countClaims } = await openServers();
  const { id } = await account();
  await Promise.all([one([id]), other([id])]);
  expect(mails).toEqual([
    {
      kind: 'limit_reached',
      to: EMAIL,
      language: 'ro',
      atMs: clock.nowMs(),
      planName: 'Business',
      limit: 60,
    },
  ]);
  await one([id]);
  expect(countClaims()).toBe(2);
  clock.advance(DAY_MS);
  await one([id]);
  expect(mails).toHaveLength(2);
});

it('no mail goes to who does not want one, or has no plan any more', async () => {
  const { one, other, mails, account, accounts, clock } = await openServers();
  const read = await account();
  const { id } = read;
  await accounts.setPreferences(read, { limitNotices: false });
  await one([id]);
  clock.advance(DAY_MS);
  await accounts.setPreferences(read, { limitNotices: true });
  await accounts.cancel(EMAIL, ACTOR);
  await other([id]);
  expect(mails).toEqual([]);
});
