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
    expect(await sessions.findAccount(sessionId)).toEqual(await account());
    for (const text of ['', 'x', 'x'.repeat(43), sessionId.slice(1), `${sessionId}x`]) {
      expect(await sessions.findAccount(text)).toBeNull();
    }
  });

  it('ends when it is not used for a week', async () => {
    const { sessions, enter, clock } = await openSignIn();
    const { sessionId } = await enter();
    clock.advance(7 * DAY_MS - 1);
    expect(await sessions.findAccount(sessionId)).not.toBeNull();
    clock.advance(7 * DAY_MS - 1);
    expect(await sessions.findAccount(sessionId)).not.toBeNull();
    clock.advance(7 * DAY_MS);
    expect(await sessions.findAccount(sessionId)).toBeNull();
  });

  it('ends after thirty days however much it is used', async () => {
    const { sessions, enter, clock } = await openSignIn();
    const { sessionId } = await enter();
    for (let day = 0; day < 29; day++) {
      clock.advance(DAY_MS);
      expect(await sessions.findAccount(sessionId)).not.toBeNull();
    }
    clock.advance(DAY_MS - 1);
    expect(await sessions.findAccount(sessionId)).not.toBeNull();
    clock.advance(1);
    expect(await sessions.findAccount(sessionId)).toBeNull();
  });

  it('ends with its account', async () => {
    const { sessions, enter, accounts } = await openSignIn();
    const { sessionId } = await enter();
    await accounts.delete(EMAIL, ACTOR);
    expect(await sessions.findAccount(sessionId)).toBeNull();
  });
});

describe('signing out', () => {
  it('ends this session and leaves the others', async () => {
    const { sessions, enter, store, account } = await openSignIn();
    const [one, other] = [await enter(), await enter()];
    await sessions.signOut(one.sessionId, HOLDER);
    await sessions.signOut(one.sessionId, HOLDER);
    await sessions.signOut('nonsense', HOLDER);
    expect(await sessions.findAccount(one.sessionId)).toBeNull();
    expect(await sessions.findAccount(other.sessionId)).not.toBeNull();
    const entries = await store.audit.listByAccount((await account()).id, 99);
    expect(entries.filter(({ action }) => action === 'signed_out')).toHaveLength(1);
  });

  it('everywhere ends them all, and the next sign-in works', async () => {
    const { sessions, enter, account, store } = await openSignIn();
    const all = [await enter(), await enter(), await enter()];
    const { id } = await account();
    await sessions.signOutEverywhere(id, HOLDER);
    for (const { sessionId } of all) expect(await sessions.findAccount(sessionId)).toBeNull();
    expect((await store.audit.listByAccount(id, 1))[0]?.action).toBe('signed_out_everywhere');
    expect(await sessions.findAccount((await enter()).sessionId)).not.toBeNull();
  });
});
