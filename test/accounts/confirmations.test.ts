import { describe, expect, it } from 'vitest';
import { HOLDER } from '../../src/accounts/actor.ts';
import {
  CONFIRMATION_VALID_MS,
  MAX_CONFIRMATION_MAILS,
} from '../../src/accounts/confirmations/confirmations.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';

const HOLDING = { name: HOLDER, address: '192.0.2.1', browser: 'Firefox, Windows' };
const NEW = 'Noua@test.example';

async function open() {
  const opened = await openAccounts('business');
  const { notifications } = opened;
  notifications.length = 0;
  return {
    ...opened,
    /** The token of the newest mail, and its address. */
    readMail() {
      const mail = notifications.at(-1);
      if (mail === undefined || !('url' in mail)) throw new Error('no link was mailed');
      return { to: mail.to, token: new URL(mail.url).searchParams.get('token') ?? '' };
    },
  };
}

describe('another address', () => {
  it('is confirmed by the present one, then by itself; the former one is told', async () => {
    const { confirmations, account, readMail, notifications, accounts, signIn, ...opened } =
      await open();
    const read = await account();
    await confirmations.requestEmail(read, NEW, HOLDING);
    const first = readMail();
    expect(first.to).toBe(EMAIL);
    expect(await confirmations.read(read, first.token)).toEqual({
      step: 'present_email',
      email: NEW,
    });
    expect((await account()).email).toBe(EMAIL);
    await confirmations.confirm(read, first.token, HOLDING);
    const second = readMail();
    expect(second.to).toBe(NEW);
    expect((await account()).email).toBe(EMAIL);
    const { url } = await signIn.issueLink(EMAIL, ACTOR);
    opened.clock.advance(1);
    await confirmations.confirm(read, second.token, HOLDING);
    const changed = await accounts.find(NEW.toUpperCase());
    expect(changed).toEqual({ ...read, email: NEW });
    await expect(account()).rejects.toMatchObject({ code: 'NO_SUCH_ACCOUNT' });
    expect(notifications.at(-1)).toMatchObject({ kind: 'email_changed', to: EMAIL, newEmail: NEW });
    // What was sent to the former address does not sign in any more.
    expect(await signIn.findEmail(new URL(url).searchParams.get('token') ?? '')).toBeNull();
    const entries = await opened.store.audit.listByAccount(read.id, 2);
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['signed_out_everywhere', 'after another address'],
      ['email_changed', `to ${NEW}`],
    ]);
    // Both links are used up.
    for (const token of [first.token, second.token]) {
      await expect(confirmations.confirm(changed, token, HOLDING)).rejects.toMatchObject({
        code: 'LINK_NOT_VALID',
      });
    }
  });

  it.each([
    ['a@b.md, c@d.md', 'INVALID_EMAIL'],
    ['', 'INVALID_EMAIL'],
    [EMAIL.toUpperCase(), 'SAME_EMAIL'],
  ])('%s is refused, and nothing is mailed', async (email, code) => {
    const { confirmations, account, notifications } = await open();
    const asked = confirmations.requestEmail(await account(), email, HOLDING);
    await expect(asked).rejects.toMatchObject({ code });
    expect(notifications).toEqual([]);
  });

  it('of another account is refused only to who has confirmed it', async () => {
    const { confirmations, account, accounts, readMail } = await open();
    await accounts.create(NEW, { plan: 'free', endsAtMs: null }, ACTOR);
    await confirmations.requestEmail(await account(), NEW.toLowerCase(), HOLDING);
    await confirmations.confirm(await account(), readMail().token, HOLDING);
    const { token } = readMail();
    await expect(confirmations.confirm(await account(), token, HOLDING)).rejects.toMatchObject({
      code: 'ACCOUNT_EXISTS',
    });
    expect((await account()).email).toBe(EMAIL);
  });

  it('is given to one account of two that confirm it at once', async () => {
    const { confirmations, accounts, readMail } = await open();
    await accounts.create('b@test.example', { plan: 'free', endsAtMs: null }, ACTOR);
    const links = [];
    for (const email of [EMAIL, 'b@test.example']) {
      const read = await accounts.find(email);
      await confirmations.requestEmail(read, NEW, HOLDING);
      await confirmations.confirm(read, readMail().token, HOLDING);
      links.push({ read, token: readMail().token });
    }
    const outcomes = await Promise.allSettled(
      links.map(({ read, token }) => confirmations.confirm(read, token, HOLDING)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a deletion', () => {
  it('is confirmed by mail, and told', async () => {
    const { confirmations, account, readMail, notifications } = await open();
    const read = await account();
    await confirmations.requestDeletion(read, HOLDING);
    const { to, token } = readMail();
    expect(to).toBe(EMAIL);
    expect(await account()).toEqual(read);
    await confirmations.confirm(read, token, HOLDING);
    await expect(account()).rejects.toMatchObject({ code: 'NO_SUCH_ACCOUNT' });
    expect(notifications.at(-1)).toMatchObject({ kind: 'account_deleted', to: EMAIL });
  });
});

describe('a link', () => {
  it.each(['after an hour', 'after signing out everywhere', 'for another account', 'changed'])(
    'does not work %s',
    async (why) => {
      const { confirmations, account, accounts, sessions, readMail, clock } = await open();
      let read = await account();
      await confirmations.requestDeletion(read, HOLDING);
      let { token } = readMail();
      clock.advance(CONFIRMATION_VALID_MS - 1);
      expect(await confirmations.read(read, token)).toEqual({ step: 'deletion', email: '' });
      if (why === 'after an hour') clock.advance(1);
      if (why === 'after signing out everywhere') await sessions.signOutEverywhere(read, HOLDING);
      if (why === 'changed') token = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BA' : 'AA'}`;
      if (why === 'for another account') {
        read = await accounts.create('b@test.example', { plan: 'free', endsAtMs: null }, ACTOR);
      }
      expect(await confirmations.read(read, token)).toBeNull();
      const confirmed = confirmations.confirm(read, token, HOLDING);
      await expect(confirmed).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
      expect((await account()).email).toBe(EMAIL);
    },
  );

  it('is mailed six times an hour, also where all are asked for at once', async () => {
    const { confirmations, account, notifications, clock } = await open();
    const read = await account();
    const ask = () => confirmations.requestEmail(read, NEW, HOLDING);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, ask));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      MAX_CONFIRMATION_MAILS,
    );
    expect(notifications).toHaveLength(MAX_CONFIRMATION_MAILS);
    await expect(confirmations.requestDeletion(read, HOLDING)).rejects.toMatchObject({
      code: 'TOO_MANY',
    });
    clock.advance(CONFIRMATION_VALID_MS);
    await confirmations.requestDeletion(read, HOLDING);
  });

  it('is not mailed for an account of staff', async () => {
    const { confirmations, accounts } = await open();
    const staff = await accounts.setRole(EMAIL, 'staff', ACTOR);
    for (const asked of [
      confirmations.requestEmail(staff, NEW, HOLDING),
      confirmations.requestDeletion(staff, HOLDING),
    ]) {
      await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});
