import { expect, it, onTestFinished } from 'vitest';
import { toHolder } from '../../src/accounts/actor.ts';
import { createKeyUses } from '../../src/accounts/keys/key-uses.ts';
import type { SubscriptionEvent } from '../../src/accounts/plans/subscription-events.ts';
import { hashToken } from '../../src/domain/account/token.ts';
import { deleteExpired } from '../../src/jobs/retention.ts';
import { NO_REQUESTS } from '../../src/store/port/usage.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { openSignIn, toToken, VISITOR } from '../support/sign-in.ts';

const DAY_MS = 86_400_000;
const AHEAD_MS = 100 * DAY_MS;
const SKEW_MS = 60_000;
const HOLDER = toHolder('192.0.2.7');

/** `ahead` does its work while the clock is ahead, and sets it right again. */
async function openWithClock() {
  const opened = await openSignIn();
  const { clock, store, accounts } = opened;
  const keyUses = createKeyUses({
    record: (uses) => store.accounts.recordKeyUses(uses, clock.nowMs()),
    nowMs: clock.nowMs,
    onFault: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => keyUses.close());
  return {
    ...opened,
    keyUses,
    lastUsed: async () => (await accounts.find(EMAIL)).apiKey?.lastUsedAtMs,
    async ahead<Result>(work: () => Promise<Result>, byMs = AHEAD_MS): Promise<Result> {
      clock.advance(byMs);
      try {
        return await work();
      } finally {
        clock.advance(-byMs);
      }
    },
    runUpkeep: () => deleteExpired(store, clock.nowMs()),
  };
}

it('a session opened in the future is none, and is deleted before its time comes', async () => {
  const { ahead, enter, sessions, store, runUpkeep } = await openWithClock();
  const { sessionId } = await ahead(() => enter());
  expect(await sessions.findSignedIn(sessionId)).toBeNull();
  await runUpkeep();
  expect(await store.sessions.find(hashToken(sessionId))).toBeNull();
});

it('a session used in the future is none either: nobody knows when it was used last', async () => {
  const { ahead, enter, sessions } = await openWithClock();
  const { sessionId } = await enter();
  expect(await ahead(() => sessions.findSignedIn(sessionId), 6 * DAY_MS)).not.toBeNull();
  expect(await sessions.findSignedIn(sessionId)).toBeNull();
});

it('a session that a server with another clock opened is one', async () => {
  const { ahead, enter, sessions, runUpkeep } = await openWithClock();
  const { sessionId } = await ahead(() => enter(), SKEW_MS);
  await runUpkeep();
  expect(await sessions.findSignedIn(sessionId)).not.toBeNull();
});

it('sessions outlive retention while the clock is behind by less than a day', async () => {
  const { ahead, enter, sessions, runUpkeep, clock } = await openWithClock();
  const { sessionId } = await enter();
  await ahead(runUpkeep, -DAY_MS);
  clock.advance(1);
  expect(await sessions.findSignedIn(sessionId)).not.toBeNull();
});

it('a link made in the future is not valid, and is deleted before its time comes', async () => {
  const { ahead, signIn, receiveToken, store, runUpkeep } = await openWithClock();
  const mailed = await ahead(() => receiveToken());
  const issued = toToken((await ahead(() => signIn.issueLink(EMAIL, ACTOR))).url);
  for (const token of [mailed, issued]) {
    expect(await signIn.findEmail(token)).toBeNull();
    await expect(signIn.signIn(token, VISITOR)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  }
  await runUpkeep();
  for (const token of [mailed, issued]) {
    expect(await store.signInLinks.find(hashToken(token))).toBeNull();
  }
  const skewed = await ahead(() => receiveToken(), SKEW_MS);
  await signIn.signIn(skewed, VISITOR);
});

it('the last use of a key in the future gives way to the next one', async () => {
  const { ahead, account, clock, keyUses, lastUsed } = await openWithClock();
  const use = async () => {
    const { apiKey } = await account();
    keyUses.note(apiKey?.hash ?? '');
    await keyUses.flush();
  };
  await ahead(use);
  expect(await lastUsed()).toBe(clock.nowMs() + AHEAD_MS);
  await use();
  expect(await lastUsed()).toBe(clock.nowMs());
  await ahead(use, SKEW_MS);
  await use();
  expect(await lastUsed()).toBe(clock.nowMs() + SKEW_MS);
});

it('a use that waits while the clock is set right is written with its right time', async () => {
  const { ahead, account, clock, keyUses, lastUsed } = await openWithClock();
  const hash = (await account()).apiKey?.hash ?? '';
  await ahead(async () => keyUses.note(hash));
  keyUses.note(hash);
  await keyUses.flush();
  expect(await lastUsed()).toBe(clock.nowMs());
});

it('new keys of the future do not count as those of the last hour', async () => {
  const { ahead, keys, account } = await openWithClock();
  const regenerate = async () => {
    const read = await account();
    await keys.regenerate(read, read.apiKey?.id ?? '', HOLDER);
  };
  await ahead(async () => {
    for (let count = 0; count < 10; count++) await regenerate();
  });
  for (let count = 0; count < 10; count++) await regenerate();
  await expect(regenerate()).rejects.toMatchObject({ code: 'TOO_MANY' });
});

it('a key that a plan made in the future is revealed once, as any other', async () => {
  const { ahead, accounts, keys } = await openWithClock();
  const account = await ahead(() =>
    accounts.create('other@test.example', { plan: 'business', endsAtMs: null }, ACTOR),
  );
  const { text } = await keys.reveal(account, account.apiKey?.id ?? '', ACTOR);
  expect(text).toMatch(/^reg_/);
  const again = keys.reveal(account, account.apiKey?.id ?? '', ACTOR);
  await expect(again).rejects.toMatchObject({ code: 'ALREADY_REVEALED' });
});

it('an event of the future does not make those of the present stale', async () => {
  const { ahead, applySubscriptionEvent: apply, account, clock } = await openWithClock();
  const toEvent = (id: string, plan: SubscriptionEvent['plan']): SubscriptionEvent => {
    const atMs = clock.nowMs();
    return { id, atMs, type: 'updated', email: EMAIL, plan, endsAtMs: null };
  };
  await ahead(() => apply(toEvent('ahead', 'starter'), ACTOR));
  expect(await apply(toEvent('now', 'agency'), ACTOR)).toBe('applied');
  expect((await account()).subscription?.plan).toBe('agency');
  const older = { ...toEvent('older', 'starter'), atMs: clock.nowMs() - 1 };
  expect(await apply(older, ACTOR)).toBe('stale');
});

it('attempts are counted by a clock that nobody sets', async () => {
  const { signIn, clock } = await openWithClock();
  const ask = () => signIn.requestLink({ email: EMAIL, language: 'ro', address: '192.0.2.1' });
  for (let count = 0; count < 5; count++) ask();
  clock.advance(-AHEAD_MS);
  expect(ask).toThrow(expect.objectContaining({ code: 'TOO_MANY' }));
});

it('usage of a day to come is not shown before that day', async () => {
  const { store, account, readUsage } = await openWithClock();
  const { id: accountId } = await account();
  await store.usage.add([{ accountId, day: '2027-03-01', ...NO_REQUESTS, ok: 5 }]);
  expect((await readUsage(accountId)).filter(({ ok }) => ok > 0)).toEqual([]);
});
