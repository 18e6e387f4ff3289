import { expect, it } from 'vitest';
import type { Notification } from '../../../src/accounts/mail/notification.ts';
import { createPlanEndNotices } from '../../../src/accounts/plans/plan-notices.ts';
import { ACTOR, EMAIL, openAccounts } from '../../support/accounts.ts';

const DAY_MS = 86_400_000;

/** Two servers on one store with one account, whose plan ends in 30 days. */
async function openServers() {
  const opened = await openAccounts('business');
  const { store, nowMs, clock, accounts } = opened;
  const mails: Notification[] = [];
  const { signal } = new AbortController();
  const servers = [0, 1].map(() => {
    const notify = (notification: Notification) => mails.push(notification);
    const run = createPlanEndNotices({ accounts: store.accounts, notify, nowMs });
    return { run: () => run(signal) };
  });
  const endsAtMs = clock.nowMs() + 30 * DAY_MS;
  await accounts.setPlan(EMAIL, { plan: 'business', endsAtMs }, ACTOR);
  return {
    ...opened,
    endsAtMs,
    /** The kinds of the mails that both servers send at this time. */
    async sendAt(atMs: number) {
      clock.advance(atMs - clock.nowMs());
      await Promise.all(servers.map((server) => server.run()));
      await Promise.all(servers.map((server) => server.run()));
      return mails.splice(0).map(({ kind }) => kind);
    },
    mails,
    servers,
  };
}

it('one mail goes out 14 days before the end, one 3 days before and one after it', async () => {
  const { endsAtMs, sendAt } = await openServers();
  expect(await sendAt(endsAtMs - 14 * DAY_MS - 1)).toEqual([]);
  expect(await sendAt(endsAtMs - 14 * DAY_MS)).toEqual(['plan_ending']);
  expect(await sendAt(endsAtMs - 3 * DAY_MS - 1)).toEqual([]);
  expect(await sendAt(endsAtMs - 3 * DAY_MS)).toEqual(['plan_ending']);
  expect(await sendAt(endsAtMs - 1)).toEqual([]);
  expect(await sendAt(endsAtMs)).toEqual(['plan_ended']);
  expect(await sendAt(endsAtMs + DAY_MS)).toEqual([]);
});

it('the mail has the plan, its end and the language of the holder', async () => {
  const { endsAtMs, accounts, account, clock, servers, mails } = await openServers();
  await accounts.setPreferences(await account(), { language: 'ru' });
  clock.advance(20 * DAY_MS);
  await servers[0]?.run();
  expect(mails).toEqual([
    {
      kind: 'plan_ending',
      to: EMAIL,
      language: 'ru',
      planName: 'Business',
      planEndsAtMs: endsAtMs,
    },
  ]);
});

it('a server that starts late sends one mail, and none for an old end', async () => {
  const late = await openServers();
  expect(await late.sendAt(late.endsAtMs - DAY_MS)).toEqual(['plan_ending']);
  const old = await openServers();
  expect(await old.sendAt(old.endsAtMs + 3 * DAY_MS)).toEqual([]);
});

it('another end begins again', async () => {
  const { endsAtMs, accounts, sendAt } = await openServers();
  expect(await sendAt(endsAtMs)).toEqual(['plan_ended']);
  const next = endsAtMs + 14 * DAY_MS;
  await accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: next }, ACTOR);
  expect(await sendAt(endsAtMs + 1)).toEqual(['plan_ending']);
  expect(await sendAt(next)).toEqual(['plan_ended']);
});

it('a cancelled plan has ended; after some days nothing is sent any more', async () => {
  const { accounts, clock, sendAt } = await openServers();
  await accounts.cancel(EMAIL, ACTOR);
  expect(await sendAt(clock.nowMs())).toEqual(['plan_ended']);
  const other = await openServers();
  await other.accounts.cancel(EMAIL, ACTOR);
  expect(await other.sendAt(other.clock.nowMs() + 3 * DAY_MS)).toEqual([]);
});

it('a plan without end or without API access is not reported', async () => {
  const { accounts, clock, endsAtMs, sendAt } = await openServers();
  await accounts.setPlan(EMAIL, { plan: 'starter', endsAtMs }, ACTOR);
  expect(await sendAt(endsAtMs - DAY_MS)).toEqual([]);
  await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
  expect(await sendAt(clock.nowMs() + DAY_MS)).toEqual([]);
});
