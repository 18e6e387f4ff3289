import { describe, expect, it } from 'vitest';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { openSignIn, toToken, VISITOR } from '../support/sign-in.ts';

const MINUTE_MS = 60_000;

describe('a link', () => {
  it('goes to the address as stored, in the language of the page', async () => {
    const { signIn, notices, nowMs } = await openSignIn();
    notices.length = 0;
    await signIn.requestLink({ email: 'ANA@test.EXAMPLE', language: 'ru', address: '::1' });
    expect(notices).toEqual([
      {
        kind: 'sign_in_link',
        to: EMAIL,
        language: 'ru',
        url: expect.stringMatching(
          /^https:\/\/registru\.example\/cont\/api\/sign-in\?token=[\w-]{43}$/,
        ),
        endsAtMs: nowMs() + 15 * MINUTE_MS,
      },
    ]);
  });

  it('is asked for by a stranger with the same answer, and nobody is told', async () => {
    const { signIn, notices } = await openSignIn();
    notices.length = 0;
    const asked = signIn.requestLink({ email: 'b@c.md', language: 'ro', address: '::1' });
    expect(await asked).toBeUndefined();
    expect(notices).toEqual([]);
  });

  it.each(['a@b.md, c@d.md', 'a@b.md\r\nBcc: c@d.md', 'a@b.md\n', 'A <a@b.md>', ''])(
    'is refused for %j',
    async (email) => {
      const { signIn } = await openSignIn();
      const asked = signIn.requestLink({ email, language: 'ro', address: '::1' });
      await expect(asked).rejects.toMatchObject({ code: 'INVALID_EMAIL' });
      const issued = signIn.issueLink(email, ACTOR);
      await expect(issued).rejects.toMatchObject({ code: 'INVALID_EMAIL' });
    },
  );

  it('can be looked at however often, and works then', async () => {
    const { signIn, receiveToken, store, account } = await openSignIn();
    const token = await receiveToken();
    for (let look = 0; look < 200; look++) expect(await signIn.findEmail(token)).toBe(EMAIL);
    const entries = await store.audit.listByAccount((await account()).id, 99);
    expect(entries.filter(({ action }) => action === 'signed_in')).toEqual([]);
    await signIn.signIn(token, VISITOR);
    expect(await signIn.findEmail(token)).toBeNull();
  });

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

  it('works to its last moment and no longer', async () => {
    const { signIn, receiveToken, clock } = await openSignIn();
    const [one, other] = [await receiveToken(), await receiveToken()];
    clock.advance(15 * MINUTE_MS - 1);
    await signIn.signIn(one, VISITOR);
    clock.advance(1);
    expect(await signIn.findEmail(other)).toBeNull();
    await expect(signIn.signIn(other, VISITOR)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  it.each(['', 'x', 'x'.repeat(43), "' OR 1=1 --", 'ș'.repeat(43)])(
    'that nobody issued does nothing: %j',
    async (token) => {
      const { signIn } = await openSignIn();
      expect(await signIn.findEmail(token)).toBeNull();
      await expect(signIn.signIn(token, VISITOR)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
    },
  );

  it('stops with its account', async () => {
    const { signIn, receiveToken, accounts } = await openSignIn();
    const token = await receiveToken();
    await accounts.delete(EMAIL, ACTOR);
    expect(await signIn.findEmail(token)).toBeNull();
    await expect(signIn.signIn(token, VISITOR)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  it('of the operator works for five minutes and is written down', async () => {
    const { signIn, clock, store, account } = await openSignIn();
    const [one, other] = [
      await signIn.issueLink(EMAIL, ACTOR),
      await signIn.issueLink(EMAIL, ACTOR),
    ];
    expect(one.endsAtMs).toBe(clock.nowMs() + 5 * MINUTE_MS);
    clock.advance(5 * MINUTE_MS - 1);
    await signIn.signIn(toToken(one.url), VISITOR);
    clock.advance(1);
    await expect(signIn.signIn(toToken(other.url), VISITOR)).rejects.toMatchObject({
      code: 'LINK_NOT_VALID',
    });
    const [signedIn, issued] = await store.audit.listByAccount((await account()).id, 2);
    expect(issued).toMatchObject({ action: 'link_issued', actor: 'test' });
    expect(signedIn).toMatchObject({ action: 'signed_in', detail: "by the operator's link" });
    const unknown = signIn.issueLink('b@c.md', ACTOR);
    await expect(unknown).rejects.toMatchObject({ code: 'NO_SUCH_ACCOUNT' });
  });
});

describe('attempts', () => {
  it('are limited per address of mail, known or not, in whatever case', async () => {
    const { signIn, clock } = await openSignIn();
    const ask = (email: string, n: number) =>
      signIn.requestLink({ email, language: 'ro', address: `192.0.2.${n}` });
    for (const email of [EMAIL, 'b@c.md']) {
      for (let n = 0; n < 5; n++) await ask(email, n);
      await expect(ask(email.toUpperCase(), 9)).rejects.toMatchObject({ code: 'TOO_MANY' });
    }
    await ask('c@d.md', 9);
    clock.advance(15 * MINUTE_MS);
    await ask(EMAIL, 9);
  });

  it('are limited per network, a /64 of IPv6 being one', async () => {
    const { signIn } = await openSignIn();
    const ask = (n: number, address: string) =>
      signIn.requestLink({ email: `a${n}@b.md`, language: 'ro', address });
    for (let n = 0; n < 20; n++) await ask(n, `2001:db8:0:1::${n}`);
    await expect(ask(20, '2001:db8:0:1:ffff::1')).rejects.toMatchObject({ code: 'TOO_MANY' });
    await ask(20, '2001:db8:0:2::1');
    for (let n = 30; n < 50; n++) await ask(n, '::ffff:192.0.2.1');
    await expect(ask(50, '192.0.2.1')).rejects.toMatchObject({ code: 'TOO_MANY' });
  });

  it('to use a link are limited per network, and refused ones use nothing up', async () => {
    const { signIn, receiveToken, clock } = await openSignIn();
    for (let n = 0; n < 30; n++) await signIn.signIn('', VISITOR).catch(() => {});
    clock.advance(14 * MINUTE_MS);
    const token = await receiveToken();
    await expect(signIn.signIn(token, VISITOR)).rejects.toMatchObject({ code: 'TOO_MANY' });
    clock.advance(MINUTE_MS);
    await signIn.signIn(token, VISITOR);
  });
});

describe('a sign-in', () => {
  it('is told to the holder once for each browser, in the language chosen', async () => {
    const { enter, notices, account } = await openSignIn();
    const told = () => notices.filter(({ kind }) => kind === 'new_browser');
    const { browserMark } = await enter({ language: 'ru', address: '192.0.2.9' });
    expect(told()).toMatchObject([{ to: EMAIL, language: 'ru', address: '192.0.2.9' }]);
    expect((await account()).language).toBe('ru');
    expect((await enter({ browserMark })).browserMark).toBe(browserMark);
    expect(told()).toHaveLength(1);
    const forged = await enter({ browserMark: 'a mark that a stranger chose' });
    expect(forged.browserMark).toMatch(/^[\w-]{43}$/);
    expect(told()).toHaveLength(2);
  });

  it('makes another id each time and writes down who and from where', async () => {
    const { enter, store, account } = await openSignIn();
    const [one, other] = [await enter(), await enter()];
    expect(one.sessionId).not.toBe(other.sessionId);
    const [entry] = await store.audit.listByAccount((await account()).id, 1);
    expect(entry).toMatchObject({ action: 'signed_in', actor: 'holder', address: '192.0.2.7' });
  });
});
