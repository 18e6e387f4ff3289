import { describe, expect, it } from 'vitest';
import { createMail } from '../../src/accounts/mail/mail.ts';
import { MAX_WAITING_LINKS } from '../../src/accounts/sign-in/link-queue.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import {
  openPage,
  readLinkField,
  type TestPage,
  toCookieHeader,
  toCookies,
} from '../support/page.ts';
import { receiveLinks } from '../support/sign-in.ts';
import { openHangingServer } from '../support/smtp.ts';

const SIGN_IN = '/cont/api/sign-in';
const LINK = `${SIGN_IN}/link`;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SESSION = '__Host-registru-session';

/** What a browser does with a link: the cookie that it keeps. */
async function openLink(page: TestPage, url: string) {
  const { pathname, search } = new URL(url);
  const answer = await page.get(pathname + search);
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toBe(LINK);
  return toCookieHeader(toCookies(answer.headers));
}

/** Presses the button of the link's page. */
async function press(page: TestPage, cookie: string) {
  const { body } = await page.get(LINK, { cookie });
  return page.post(LINK, `link=${readLinkField(body)}`, { cookie });
}

const ask = (page: TestPage, email: string, headers = {}) =>
  page.post(SIGN_IN, `email=${encodeURIComponent(email)}`, headers);

describe('a link', () => {
  it('opened twenty times signs nobody in, uses nothing up and works then, once', async () => {
    const page = await openPage();
    const url = await page.issueUrl();
    const { id } = await page.account();
    for (let count = 0; count < 20; count++) {
      const cookie = await openLink(page, url);
      const shown = await page.get(LINK, { cookie });
      expect(shown.status).toBe(200);
      expect(shown.body).toContain(EMAIL);
      expect(shown.headers['set-cookie']).toBeUndefined();
    }
    const deeds = await page.store.audit.listByAccount(id, 99);
    expect(deeds.filter(({ action }) => action === 'signed_in')).toEqual([]);
    const cookie = await openLink(page, url);
    const { body } = await page.get(LINK, { cookie });
    const form = `link=${readLinkField(body)}`;
    const entered = await page.post(LINK, form, { cookie });
    expect([entered.status, entered.headers.location]).toEqual([303, '/cont/api']);
    expect((await page.post(LINK, form, { cookie })).status).toBe(410);
    expect((await page.get(LINK, { cookie: await openLink(page, url) })).status).toBe(410);
  });

  it('that is too old is refused', async () => {
    const clock = createClock();
    const page = await openPage({ clock });
    await ask(page, EMAIL);
    const [notification] = await receiveLinks(page.notifications, 1);
    const cookie = await openLink(page, notification?.url ?? '');
    clock.advance(10 * MINUTE_MS - 1);
    const shown = await page.get(LINK, { cookie });
    expect(shown.status).toBe(200);
    clock.advance(1);
    for (const answer of [
      await page.get(LINK, { cookie }),
      await page.post(LINK, `link=${readLinkField(shown.body)}`, { cookie }),
    ]) {
      expect(answer.status).toBe(410);
      expect(toCookies(answer.headers).get(SESSION)).toBeUndefined();
    }
  });

  it.each(['', 'x', 'x'.repeat(43), 'x&token=y', '%00', "'"])('of nobody: %j', async (token) => {
    const page = await openPage();
    const answer = await page.get(`${SIGN_IN}?token=${token}`);
    const cookie = toCookieHeader(toCookies(answer.headers));
    expect((await page.get(LINK, { cookie })).status).toBe(410);
    expect((await page.post(LINK, '', { cookie })).status).toBe(cookie === '' ? 410 : 409);
  });

  it('signs in to the account that its page named, or to none', async () => {
    const page = await openPage();
    const other = 'other@test.example';
    await page.accounts.create(other, { plan: 'free', endsAtMs: null }, ACTOR);
    const cookie = await openLink(page, await page.issueUrl());
    const shown = await page.get(LINK, { cookie });
    expect(shown.body).toContain(EMAIL);
    // Another site makes the browser open a different link before the button is pressed.
    const planted = await openLink(page, await page.issueUrl(other));
    for (const form of [`link=${readLinkField(shown.body)}`, 'link=', '']) {
      const answer = await page.post(LINK, form, { cookie: planted });
      expect(answer.status).toBe(409);
      expect(toCookies(answer.headers).get(SESSION)).toBeUndefined();
      expect(toCookies(answer.headers).get('__Host-registru-link')).toBe('');
    }
    const { id } = await page.accounts.find(other);
    const actions = (await page.store.audit.listByAccount(id, 9)).map(({ action }) => action);
    expect(actions).not.toContain('signed_in');
    for (const own of [cookie, planted]) expect((await press(page, own)).status).toBe(303);
  });
});

describe('a session', () => {
  it('has a new id at each sign-in, and the one that the browser brought ends', async () => {
    const page = await openPage();
    const planted = `${SESSION}=${'p'.repeat(43)}`;
    const enter = async (cookie: string) => {
      const link = await openLink(page, await page.issueUrl());
      const answer = await press(page, `${cookie}; ${link}`);
      return `${SESSION}=${toCookies(answer.headers).get(SESSION)}`;
    };
    const first = await enter(planted);
    expect(first).not.toBe(planted);
    expect((await page.get('/cont/api', { cookie: planted })).status).toBe(303);
    expect((await page.get('/cont/api', { cookie: first })).status).toBe(200);
    const other = await page.enter();
    const second = await enter(first);
    expect((await page.get('/cont/api', { cookie: first })).status).toBe(303);
    for (const cookie of [second, other]) {
      expect((await page.get('/cont/api', { cookie })).status).toBe(200);
    }
  });

  it('is ended by its button, all of them by the other, and none by a failed sign-in', async () => {
    const page = await openPage();
    const [one, two, three] = [await page.enter(), await page.enter(), await page.enter()];
    const isIn = async (cookie: string) => (await page.get('/cont/api', { cookie })).status === 200;
    expect((await page.post(LINK, '', { cookie: one })).status).toBe(410);
    expect(await isIn(one)).toBe(true);
    const out = await page.post('/cont/api/sign-out', '', { cookie: one });
    expect(toCookies(out.headers).get(SESSION)).toBe('');
    expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
    await page.post('/cont/api/sign-out-everywhere', '', { cookie: two });
    expect([await isIn(two), await isIn(three)]).toEqual([false, false]);
  });

  it.each([
    ['unused for a week', 7, 1],
    ['thirty days old', 6, 5],
  ])('%s is over, for pages, forms and GraphQL', async (_name, days, times) => {
    const clock = createClock();
    const page = await openPage({ clock });
    const cookie = await page.enter();
    for (let time = 0; time < times; time++) {
      expect((await page.get('/cont/api', { cookie })).status).toBe(200);
      clock.advance(days * DAY_MS);
    }
    const before = await page.account();
    for (const path of ['/cont/api', '/cont/api/key/revoke']) {
      expect((await page.get(path, { cookie })).headers.location).toBe(`${SIGN_IN}?notice=ended`);
    }
    const form = await page.post('/cont/api/key/revoke', `keyId=${before.apiKey?.id}`, { cookie });
    expect(form.headers.location).toBe(`${SIGN_IN}?notice=ended`);
    expect((await page.askAccount(cookie, '{viewer{email}}')).status).toBe(401);
    expect(await page.account()).toEqual(before);
  });
});

describe('asking for a link', () => {
  it.each([
    'a@b.md, c@d.md',
    'a@b.md\r\nBcc: c@d.md',
    'a@b.md\n',
    ' a@b.md',
    'A <a@b.md>',
    '',
    'a@b',
  ])('is refused for %j, which stays in its field', async (email) => {
    const page = await openPage();
    const answer = await ask(page, email);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatch(/role="alert"/);
    expect(page.notifications.filter(({ kind }) => kind === 'sign_in_link')).toEqual([]);
  });

  it('is refused in several fields of one name, and with a megabyte', async () => {
    const page = await openPage();
    expect((await page.post(SIGN_IN, 'email=a%40b.md&email=c%40d.md')).status).toBe(400);
    expect((await page.post(SIGN_IN, `email=${'a'.repeat(1_000_000)}`)).status).toBe(413);
    expect((await page.post(LINK, `x=${'a'.repeat(1_000_000)}`)).status).toBe(413);
  });

  it('is answered by a page that is loaded again without asking again', async () => {
    const page = await openPage();
    const asked = await ask(page, EMAIL);
    expect([asked.status, asked.headers.location]).toEqual([303, `${SIGN_IN}/sent`]);
    const headers = { cookie: toCookieHeader(toCookies(asked.headers)), 'accept-language': 'en' };
    for (let time = 0; time < 3; time++) {
      const { status, body } = await page.get(`${SIGN_IN}/sent`, headers);
      expect(status).toBe(200);
      expect(body).toContain(`with the address ${EMAIL}`);
      expect(body).toContain('look into the folder for spam');
    }
    expect(await receiveLinks(page.notifications, 1)).toHaveLength(1);
    // Without the cookie nobody knows what was asked for.
    expect((await page.get(`${SIGN_IN}/sent`)).headers.location).toBe(SIGN_IN);
  });

  it('shows a typed address as text', async () => {
    const page = await openPage();
    const { body } = await ask(page, '"><script>alert(1)</script>');
    expect(body).toContain('&lt;script');
    expect(body).not.toContain('<script>');
  });

  it('is limited for each mailbox, independent of who asks', async () => {
    const clock = createClock();
    const page = await openPage({ clock, trustProxy: ['127.0.0.1'] });
    const askFrom = (place: number) => ask(page, EMAIL, { 'x-forwarded-for': `192.0.2.${place}` });
    for (let place = 0; place < 5; place++) expect((await askFrom(place)).status).toBe(303);
    const refused = await askFrom(9);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
    expect(await receiveLinks(page.notifications, 5)).toHaveLength(5);
    clock.advance(10 * MINUTE_MS);
    expect((await askFrom(9)).status).toBe(303);
  });

  it('is limited for one network, whatever the mailbox', async () => {
    const page = await openPage({ trustProxy: ['127.0.0.1'] });
    const askFrom = (place: number, address: string) =>
      ask(page, `a${place}@b.md`, { 'x-forwarded-for': address });
    for (let place = 0; place < 20; place++) {
      expect((await askFrom(place, `2001:db8::${place}`)).status).toBe(303);
    }
    expect((await askFrom(20, '2001:db8::ffff')).status).toBe(429);
    expect((await askFrom(20, '2001:db8:0:1::1')).status).toBe(303);
  });

  it('is refused, with a time to come back, while too many wait', async () => {
    const page = await openPage({ trustProxy: ['127.0.0.1'] });
    const askFrom = (place: number) =>
      ask(page, `a${place}@b.md`, { 'x-forwarded-for': `2001:db8:${place}::1` });
    for (let place = 0; ; place++) {
      const answer = await askFrom(place);
      if (answer.status === 303) continue;
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
      expect(answer.body).toMatch(/role="alert"/);
      expect(place).toBeGreaterThanOrEqual(MAX_WAITING_LINKS);
      break;
    }
    expect(page.logs.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('answers known and unknown alike, and as soon, while the mail server hangs', async () => {
    const mail = createMail({
      smtp: { smtpUrl: await openHangingServer(), from: 'no-reply@registru.example' },
      pageUrl: 'https://registru.example/cont/api',
      renewUrl: null,
      print: null,
      nowMs: () => Date.now(),
      onFault: () => {},
    });
    const page = await openPage({ notify: mail.notify, trustProxy: ['127.0.0.1'] });
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const bodies = new Set<string>();
    for (let place = 0; place < 20; place++) {
      const known = `known${place}@test.example`;
      await page.accounts.create(known, { plan: 'free', endsAtMs: null }, ACTOR);
      for (const [kind, email] of Object.entries({ known, unknown: `un${known}` })) {
        const startMs = performance.now();
        const answer = await ask(page, email, { 'x-forwarded-for': `198.51.100.${place}` });
        times[kind]?.push(performance.now() - startMs);
        expect(answer.status).toBe(303);
        bodies.add(`${answer.headers.location} ${answer.body}`);
      }
    }
    await mail.close(0);
    expect(bodies.size).toBe(1);
    const toMedian = (all: number[] = []) => all.toSorted((a, b) => a - b)[10] ?? Number.NaN;
    expect(Math.abs(toMedian(times['known']) - toMedian(times['unknown']))).toBeLessThan(50);
  });
});
