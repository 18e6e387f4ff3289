import { describe, expect, it } from 'vitest';
import { toHolder } from '../../src/accounts/actor.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { openSignIn } from '../support/sign-in.ts';

const DAY_MS = 86_400_000;
const HOLDER = toHolder('192.0.2.7');

describe('a session', () => {
  it('is the account that signed in, and no other text is one', async () => {
    const { sessions, enter, account } = await openSignIn();
    const { sessionId } = await enter();
    expect(await sessions.findSignedIn(sessionId)).toMatchObject({
      account: await account(),
    });
    for (const text of ['', 'x', 'x'.repeat(43), sessionId.slice(1), `${sessionId}x`]) {
      expect(await sessions.findSignedIn(text)).toBeNull();
    }
  });

  it('ends when it is not used for a week', async () => {
    const { sessions, enter, clock } = await openSignIn();
    const { sessionId } = await enter();
    clock.advance(7 * DAY_MS - 1);
    expect(await sessions.findSignedIn(sessionId)).not.toBeNull();
    clock.advance(7 * DAY_MS - 1);
    expect(await sessions.findSignedIn(sessionId)).not.toBeNull();
    clock.advance(7 * DAY_MS);
    expect(await sessions.findSignedIn(sessionId)).toBeNull();
  });

  it('ends after thirty days however much it is used', async () => {
    const { sessions, enter, clock } = await openSignIn();
    const { sessionId } = await enter();
    for (let day = 0; day < 29; day++) {
      clock.advance(DAY_MS);
      expect(await sessions.findSignedIn(sessionId)).not.toBeNull();
    }
    clock.advance(DAY_MS - 1);
    expect(await sessions.findSignedIn(sessionId)).not.toBeNull();
    clock.advance(1);
    expect(await sessions.findSignedIn(sessionId)).toBeNull();
  });

  it('ends with its account', async () => {
    const { sessions, enter, accounts } = await openSignIn();
    const { sessionId } = await enter();
    await accounts.delete(EMAIL, ACTOR);
    expect(await sessions.findSignedIn(sessionId)).toBeNull();
  });
});

it('is listed with its account until it ends, the last used first', async () => {
  const { sessions, enter, account, clock } = await openSignIn();
  const { id } = await account();
  const first = await enter({ address: '203.0.113.77', userAgent: 'A/1' });
  clock.advance(DAY_MS);
  await enter({ address: '2001:db8:1:2::3' });
  const list = async () => (await sessions.list(id)).map(({ network }) => network);
  expect(await list()).toEqual(['2001:db8:1::/48', '203.0.113.0/24']);
  clock.advance(DAY_MS);
  await sessions.findSignedIn(first.sessionId);
  expect(await list()).toEqual(['203.0.113.0/24', '2001:db8:1::/48']);
  clock.advance(6 * DAY_MS);
  expect(await list()).toEqual(['203.0.113.0/24']);
});

describe('signing out', () => {
  it('ends this session and leaves the others', async () => {
    const { sessions, enter, store, account } = await openSignIn();
    const [one, other] = [await enter(), await enter()];
    await sessions.signOut(one.sessionId, HOLDER);
    await sessions.signOut(one.sessionId, HOLDER);
    await sessions.signOut('nonsense', HOLDER);
    expect(await sessions.findSignedIn(one.sessionId)).toBeNull();
    expect(await sessions.findSignedIn(other.sessionId)).not.toBeNull();
    const entries = await store.audit.listByAccount((await account()).id, 99);
    expect(entries.filter(({ action }) => action === 'signed_out')).toHaveLength(1);
  });

  it('everywhere ends them all, and the next sign-in works', async () => {
    const { sessions, enter, account, store, clock } = await openSignIn();
    const all = [await enter(), await enter(), await enter()];
    const holder = await account();
    await sessions.signOutEverywhere(holder, HOLDER);
    clock.advance(1);
    for (const { sessionId } of all) expect(await sessions.findSignedIn(sessionId)).toBeNull();
    expect((await store.audit.listByAccount(holder.id, 1))[0]?.action).toBe(
      'signed_out_everywhere',
    );
    expect(await sessions.findSignedIn((await enter()).sessionId)).not.toBeNull();
  });
});
