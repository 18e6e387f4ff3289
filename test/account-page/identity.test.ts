import { describe, expect, it } from 'vitest';
import { toDay } from '../../src/domain/time/time-zone.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { openPage } from '../support/page.ts';

const NEW = 'noua@test.example';

async function open() {
  const page = await openPage();
  const cookie = await page.enter();
  const headers = { cookie, 'accept-language': 'en' };
  return {
    ...page,
    read: (path: string) => page.get(path, headers),
    submit: (form: string, fields: Readonly<Record<string, string>> = {}) =>
      page.post(`/cont/api/${form}`, String(new URLSearchParams(fields)), headers),
    /** The path of the newest mailed link. */
    readLink() {
      const mail = page.notifications.at(-1);
      if (mail === undefined || !('url' in mail)) throw new Error('no link was mailed');
      return mail.url.slice(page.baseUrl.length);
    },
  };
}

const readToken = (body: string) => /name="token" value="([\w-]+)"/.exec(body)?.[1] ?? '';

describe('the address of an account', () => {
  it('is changed by two mailed links', async () => {
    const { read, submit, readLink, accounts, get } = await open();
    const asked = await submit('email', { email: ` ${NEW} ` });
    expect([asked.status, asked.headers.location]).toEqual([
      303,
      '/cont/api?done=email-requested#identity',
    ]);
    const shown = await read('/cont/api?done=email-requested');
    expect(shown.body).toContain('A mail is on its way to your present address.');
    const first = await read(readLink());
    expect(first.body).toContain(NEW);
    const confirmed = await submit('confirm', { token: readToken(first.body) });
    expect(confirmed.headers.location).toBe('/cont/api?done=email-confirmed#identity');
    // The other mailbox may be open in a browser that is not signed in.
    const elsewhere = await get(readLink());
    expect(elsewhere.headers.location).toBe('/cont/api/sign-in');
    expect(String(elsewhere.headers['set-cookie'])).toContain('registru-next=');
    const second = await read(readLink());
    const done = await submit('confirm', { token: readToken(second.body) });
    expect(done.headers.location).toBe('/cont/api/sign-in?notice=email');
    expect((await accounts.find(NEW)).email).toBe(NEW);
    expect((await read('/cont/api')).status).toBe(303);
    const said = await get('/cont/api/sign-in?notice=email', { 'accept-language': 'en' });
    expect(said.body).toContain('Sign in with the new address.');
  });

  it.each([
    ['nobody', 400, 'This is not an e-mail address.'],
    [EMAIL, 400, 'Your account has this address already.'],
  ])('that is refused stays in the form: %s', async (email, status, alert) => {
    const { submit } = await open();
    const answer = await submit('email', { email });
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(alert);
    expect(answer.body).toMatch(new RegExp(`name="email" value="${email}"[^>]*aria-invalid`));
  });
});

describe('an account', () => {
  it('is deleted by a mailed link, after a question', async () => {
    const { read, submit, readLink, accounts } = await open();
    expect((await read('/cont/api/delete')).body).toContain('Delete the account?');
    const asked = await submit('delete');
    expect(asked.headers.location).toBe('/cont/api?done=deletion-requested#identity');
    const { body } = await read(readLink());
    expect(body).toContain('Delete the account now?');
    expect((await accounts.find(EMAIL)).email).toBe(EMAIL);
    const token = readToken(body);
    const done = await submit('confirm', { token });
    expect(done.headers.location).toBe('/cont/api/sign-in?notice=deleted');
    await expect(accounts.find(EMAIL)).rejects.toMatchObject({ code: 'NO_SUCH_ACCOUNT' });
  });

  it('is left alone by a link that does not work, and by one of another account', async () => {
    const { read, submit, readLink, accounts, confirmations } = await open();
    const other = await accounts.create('b@test.example', { plan: 'free', endsAtMs: null }, ACTOR);
    await confirmations.requestDeletion(other, ACTOR);
    for (const link of [readLink(), '/cont/api/confirm', '/cont/api/confirm?token=x']) {
      const { status, body } = await read(link);
      expect(status).toBe(410);
      expect(body).toContain('This link has expired');
    }
    const token = new URL(readLink(), 'http://a').searchParams.get('token') ?? '';
    expect((await submit('confirm', { token })).status).toBe(410);
    expect((await accounts.find('b@test.example')).id).toBe(other.id);
  });

  it('of staff has neither form', async () => {
    const { read, submit, accounts } = await open();
    await accounts.setRole(EMAIL, 'staff', ACTOR);
    expect((await read('/cont/api')).body).not.toContain('id="identity"');
    expect((await submit('delete')).status).toBe(403);
  });
});

it('the usage is exported as CSV, the last day last', async () => {
  const { read, account, store } = await open();
  const { id } = await account();
  const day = toDay(Date.now());
  const counts = { ok: 12, notModified: 3, notFound: 4, clientErrors: 5, limited: 6 };
  await store.usage.add([{ accountId: id, day, ...counts }]);
  const { headers, body } = await read('/cont/api/usage.csv');
  expect(headers['content-disposition']).toBe('attachment; filename="usage.csv"');
  const lines = body.split('\r\n');
  expect(lines[0]).toBe('day,ok,not_modified,not_found,client_errors,limited');
  expect(lines).toHaveLength(32);
  expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\d,12,3,4,5,6$/);
});
