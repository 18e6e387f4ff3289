import { describe, expect, it, vi } from 'vitest';
import { MAX_WAITING_LINKS } from '../../src/accounts/sign-in/link-queue.ts';
import type { SignIn } from '../../src/accounts/sign-in/sign-in.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { openTestServices } from '../support/services.ts';
import { openSignIn, receiveLinks, toToken, VISITOR } from '../support/sign-in.ts';

const MINUTE_MS = 60_000;

async function expectInvalid(signIn: SignIn, token: string): Promise<void> {
  expect(await signIn.findEmail(token)).toBeNull();
  await expect(signIn.signIn(token, VISITOR)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
}

describe('a link', () => {
  it('goes to the address as stored, in the language of the page', async () => {
    const { signIn, notifications, nowMs } = await openSignIn();
    signIn.requestLink({ email: 'ANA@test.EXAMPLE', language: 'ru', address: '::1' });
    expect(await receiveLinks(notifications, 1)).toEqual([
      {
        kind: 'sign_in_link',
        to: EMAIL,
        language: 'ru',
        url: expect.stringMatching(
          /^https:\/\/registru\.example\/cont\/api\/sign-in\?token=[\w-]{43}$/,
        ),
        endsAtMs: nowMs() + 10 * MINUTE_MS,
      },
    ]);
  });

  it('is looked up after the answer, and nothing is written for an unknown address', async () => {
    const { signIn, notifications, store } = await openSignIn();
    const calls: string[] = [];
    const { findByEmail } = store.accounts;
    const { insert } = store.signInLinks;
    store.accounts.findByEmail = (email) => {
      calls.push(`find ${email}`);
      return findByEmail(email);
    };
    store.signInLinks.insert = (link, ...others) => {
      calls.push('insert');
      return insert(link, ...others);
    };
    for (const email of ['b@c.md', EMAIL]) {
      signIn.requestLink({ email, language: 'ro', address: '::1' });
    }
    expect(calls).toEqual([]);
    await receiveLinks(notifications, 1);
    expect(calls).toEqual(['find b@c.md', `find ${EMAIL}`, 'insert']);
  });

  it.each(['a@b.md, c@d.md', 'a@b.md\r\nBcc: c@d.md', 'a@b.md\n', 'A <a@b.md>', ''])(
    'is refused for %j',
    async (email) => {
      const { signIn } = await openSignIn();
      const ask = () => signIn.requestLink({ email, language: 'ro', address: '::1' });
      expect(ask).toThrow(expect.objectContaining({ code: 'INVALID_EMAIL' }));
      const issued = signIn.issueLink(email, ACTOR);
      await expect(issued).rejects.toMatchObject({ code: 'INVALID_EMAIL' });
    },
  );

  it('signs in one of a hundred who use it at once', async () => {
    const { signIn, receiveToken, store, account } = await openSignIn();
    const token = await receiveToken();
    const addresses = Array.from({ length: 100 }, (_, n) => `192.0.2.${n}`);
    const uses = await Promise.allSettled(
      addresses.map((address) => signIn.signIn(token, { ...VISITOR, address })),
    );
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const entries = await store.audit.listByAccount((await account()).id, 999);
    expect(entries.filter(({ action }) => action === 'signed_in')).toHaveLength(1);
  });

  it('ends when another link of the account is used, even while its request still waits', async () => {
    const { signIn, receiveToken, notifications, store, clock } = await openSignIn();
    const [one, other] = [await receiveToken(), await receiveToken()];
    const { findByEmail } = store.accounts;
    const signedIn = Promise.withResolvers<void>();
    store.accounts.findByEmail = async (email) => {
      await signedIn.promise;
      return findByEmail(email);
    };
    signIn.requestLink({ email: EMAIL, language: 'en', address: '192.0.2.7' });
    clock.advance(1);
    await signIn.signIn(one, VISITOR);
    signedIn.resolve();
    await expectInvalid(signIn, other);
    const later = await receiveToken();
    expect(await receiveLinks(notifications, 3)).toHaveLength(3);
    await signIn.signIn(later, VISITOR);
  });

  it('ends when its holder signs out everywhere, even while its request still waits', async () => {
    const { signIn, sessions, receiveToken, notifications, account, clock } = await openSignIn();
    const sent = await receiveToken();
    const issued = await signIn.issueLink(EMAIL, ACTOR);
    signIn.requestLink({ email: EMAIL, language: 'en', address: '192.0.2.7' });
    clock.advance(1);
    await sessions.signOutEverywhere(await account(), ACTOR);
    const links = await receiveLinks(notifications, 2);
    const tokens = [sent, toToken(issued.url), toToken(links.at(-1)?.url ?? '')];
    for (const token of tokens) {
      await expectInvalid(signIn, token);
    }
    clock.advance(1);
    await signIn.signIn(await receiveToken(), VISITOR);
  });

  it('opens no session that outlives signing out everywhere meanwhile', async () => {
    const { signIn, sessions, receiveToken, store, account, clock } = await openSignIn();
    const { id } = await account();
    const token = await receiveToken();
    clock.advance(1);
    const { insert } = store.sessions;
    store.sessions.insert = async (session, entry) => {
      await sessions.signOutEverywhere(await account(), ACTOR);
      await insert(session, entry);
    };
    await expect(signIn.signIn(token, VISITOR)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
    expect(await sessions.list(id)).toEqual([]);
  });

  it('stops with its account', async () => {
    const { signIn, receiveToken, accounts } = await openSignIn();
    const token = await receiveToken();
    await accounts.delete(EMAIL, ACTOR);
    await expectInvalid(signIn, token);
  });

  it('of the operator works for five minutes and is written down', async () => {
    const { signIn, clock, store, account } = await openSignIn();
    const [one, other] = [
      await signIn.issueLink(EMAIL, ACTOR),
      await signIn.issueLink(EMAIL, ACTOR),
    ];
    expect(one.endsAtMs).toBe(clock.nowMs() + 5 * MINUTE_MS);
    clock.advance(5 * MINUTE_MS);
    await expect(signIn.signIn(toToken(other.url), VISITOR)).rejects.toMatchObject({
      code: 'LINK_NOT_VALID',
    });
    clock.advance(-1);
    await signIn.signIn(toToken(one.url), VISITOR);
    const [signedIn, issued] = await store.audit.listByAccount((await account()).id, 2);
    expect(issued).toMatchObject({ action: 'link_issued', actor: 'test' });
    expect(signedIn).toMatchObject({ action: 'signed_in', detail: "by the operator's link" });
    const unknown = signIn.issueLink('b@c.md', ACTOR);
    await expect(unknown).rejects.toMatchObject({ code: 'NO_SUCH_ACCOUNT' });
  });
});

describe('requests for links', () => {
  const TOO_MANY = expect.objectContaining({ code: 'TOO_MANY' });

  async function openRequests() {
    const opened = await openSignIn();
    const ask = (email: string, address: string) =>
      opened.signIn.requestLink({ email, language: 'ro', address });
    return { ...opened, ask };
  }

  it('are limited per address of mail, known or not, in whatever case', async () => {
    const { ask, clock } = await openRequests();
    for (const email of [EMAIL, 'b@c.md']) {
      for (let n = 0; n < 5; n++) ask(email, `192.0.2.${n}`);
      expect(() => ask(email.toUpperCase(), '192.0.2.9')).toThrow(TOO_MANY);
    }
    ask('c@d.md', '192.0.2.9');
    clock.advance(10 * MINUTE_MS);
    ask(EMAIL, '192.0.2.9');
  });

  it('are limited per mailbox on all servers together', async () => {
    const { signIn, store, notifications, clock, secrets } = await openRequests();
    const other = await openTestServices({
      store,
      secrets,
      notify: (notification) => notifications.push(notification),
      clock: { nowMs: clock.nowMs, elapsedMs: clock.nowMs, busyMs: () => 0 },
    });
    for (const server of [signIn, other.signIn]) {
      for (let n = 0; n < 5; n++) {
        server.requestLink({ email: EMAIL, language: 'ro', address: `192.0.2.${n}` });
      }
      expect(await server.close(20_000)).toBe(0);
    }
    expect(await receiveLinks(notifications, 5)).toHaveLength(5);
  });

  it('are limited per network, a /64 of IPv6 being one', async () => {
    const { ask } = await openRequests();
    for (let n = 0; n < 20; n++) ask(`a${n}@b.md`, `2001:db8:0:1::${n}`);
    expect(() => ask('a20@b.md', '2001:db8:0:1:ffff::1')).toThrow(TOO_MANY);
    ask('a20@b.md', '2001:db8:0:2::1');
    for (let n = 30; n < 50; n++) ask(`a${n}@b.md`, '::ffff:192.0.2.1');
    expect(() => ask('a50@b.md', '192.0.2.1')).toThrow(TOO_MANY);
  });

  it.each([
    ['/48', (n: number) => `2001:db8:1:${n}::1`, '2001:db8:2::1'],
    ['/24', (n: number) => `192.0.2.${n}`, '192.0.3.1'],
  ])('are limited per %s', async (_name, toAddress, other) => {
    const { ask } = await openRequests();
    for (let n = 0; n < 100; n++) ask(`a${n}@b.md`, toAddress(n));
    expect(() => ask('a100@b.md', toAddress(100))).toThrow(TOO_MANY);
    ask('a100@b.md', other);
  });

  it('count nowhere when they are refused', async () => {
    const { ask } = await openRequests();
    for (let n = 0; n < 5; n++) ask(EMAIL, '192.0.2.1');
    for (let n = 0; n < 50; n++) expect(() => ask(EMAIL, '192.0.2.1')).toThrow(TOO_MANY);
    for (let n = 0; n < 15; n++) ask(`a${n}@b.md`, '192.0.2.1');
    expect(() => ask('a15@b.md', '192.0.2.1')).toThrow(TOO_MANY);
    for (let n = 0; n < 50; n++) expect(() => ask('b@c.md', '192.0.2.1')).toThrow(TOO_MANY);
    ask('b@c.md', '192.0.2.2');
  });

  it('are refused while too many wait, which counts nowhere either', async () => {
    const { ask } = await openRequests();
    const flood = (n: number) => ask(`a${n}@b.md`, `2001:db8:${n}::1`);
    for (let n = 0; n < MAX_WAITING_LINKS; n++) flood(n);
    const busy = expect.objectContaining({ code: 'TOO_BUSY' });
    for (let n = 0; n < 50; n++) expect(() => ask(EMAIL, '192.0.2.1')).toThrow(busy);
    await vi.waitFor(() => ask(EMAIL, '192.0.2.1'), { timeout: 5_000 });
  });
});

describe('a sign-in', () => {
  it('is reported to the holder once for each browser after the first, in the language chosen', async () => {
    const { enter, notifications, account } = await openSignIn();
    const newBrowserMails = () => notifications.filter(({ kind }) => kind === 'new_browser');
    await enter();
    expect(newBrowserMails()).toEqual([]);
    const { deviceToken } = await enter({ language: 'ru', address: '192.0.2.9' });
    expect(newBrowserMails()).toMatchObject([
      { to: EMAIL, language: 'ru', origin: { address: '192.0.2.9' } },
    ]);
    expect((await account()).language).toBe('ru');
    expect((await enter({ deviceToken })).deviceToken).toBe(deviceToken);
    expect(newBrowserMails()).toHaveLength(1);
    const forged = await enter({ deviceToken: 'a mark that a stranger chose' });
    expect(forged.deviceToken).toMatch(/^[\w-]{43}$/);
    expect(newBrowserMails()).toHaveLength(2);
  });

  it('is not limited: a good link works after any number of bad ones', async () => {
    const { signIn, receiveToken } = await openSignIn();
    const token = await receiveToken();
    for (let n = 0; n < 100; n++) {
      const bad = signIn.signIn('x'.repeat(43), VISITOR);
      await expect(bad).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
    }
    await signIn.signIn(token, VISITOR);
  });

  it('makes another id each time and writes down who and from where', async () => {
    const { enter, store, account } = await openSignIn();
    const [one, other] = [await enter(), await enter()];
    expect(one.sessionId).not.toBe(other.sessionId);
    const [entry] = await store.audit.listByAccount((await account()).id, 1);
    expect(entry).toMatchObject({ action: 'signed_in', actor: 'holder', address: '192.0.2.7' });
  });
});
