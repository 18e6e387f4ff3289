import { expect, it } from 'vitest';
import { MAX_USER_AGENT_LENGTH } from '../../src/store/port/sessions.ts';
import { ACTOR } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import {
  openPage,
  readLinkField,
  type TestPage,
  toCookieHeader,
  toCookies,
} from '../support/page.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const HOUR_MS = 3_600_000;

/** The cookie header of a browser that has opened a link and pressed its button. */
async function signIn(page: TestPage, userAgent: string, address: string): Promise<string> {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
  const opened = await page.get((await page.issueUrl()).slice(page.baseUrl.length), headers);
  const link = toCookieHeader(toCookies(opened.headers));
  const { body } = await page.get('/cont/api/sign-in/link', { ...headers, cookie: link });
  const form = `link=${readLinkField(body)}`;
  const entered = await page.post('/cont/api/sign-in/link', form, { ...headers, cookie: link });
  return toCookieHeader(toCookies(entered.headers));
}

/** The sessions on the page, as text, and the ids in their forms. */
async function read(page: TestPage, cookie: string) {
  const { status, body } = await page.get('/cont/api', { cookie, 'accept-language': 'en' });
  const list = /<article id="sessions">[\s\S]*?<\/ul>/.exec(body)?.[0] ?? '';
  const rows = [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, row = '']) =>
    row
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const ids = [...list.matchAll(/name="sessionId" value="(\w+)"/g)].map(([, id = '']) => id);
  return { status, rows, ids };
}

it('lists the browsers that are signed in, with their network, not their address', async () => {
  const clock = createClock();
  const page = await openPage({ clock, trustProxy: ['127.0.0.1'] });
  await signIn(page, FIREFOX, '203.0.113.77');
  clock.advance(HOUR_MS);
  const cookie = await signIn(page, 'curl/8.14.1', '2001:db8:1:2::3');
  expect((await read(page, cookie)).rows).toEqual([
    'Unknown browser This browser 2001:db8:1::/48 · Last seen 21 Nov 2026, 13:00 GMT+2',
    'Firefox, Linux 203.0.113.0/24 · Last seen 21 Nov 2026, 12:00 GMT+2 End',
  ]);
});

it('stores a bounded part of what a browser says of itself, and no key', async () => {
  const page = await openPage();
  const key = await page.subscribe('other@test.example', 'business');
  const { id } = await page.account();
  for (const userAgent of ['x'.repeat(5_000), `A/1 ${key}`]) {
    await signIn(page, userAgent, '192.0.2.1');
  }
  const [stored = []] = await page.store.accountReads.listSessions([id], page.clock.nowMs(), 9);
  const lengths = stored.map(({ userAgent }) => userAgent?.length ?? 0);
  expect(Math.max(...lengths)).toBe(MAX_USER_AGENT_LENGTH);
  expect(JSON.stringify(stored)).not.toContain(key);
});

it('ends one session and leaves the others', async () => {
  const page = await openPage();
  const [cookie, other] = [await page.enter(), await page.enter()];
  const { ids } = await read(page, cookie);
  expect(ids).toHaveLength(1);
  const ended = await page.post('/cont/api/end-session', `sessionId=${ids[0]}`, { cookie });
  expect([ended.status, ended.headers.location]).toEqual([303, '/cont/api#sessions']);
  expect((await read(page, other)).status).toBe(303);
  expect((await read(page, cookie)).rows).toHaveLength(1);
  const [entry] = await page.store.audit.listByAccount((await page.account()).id, 1);
  expect(entry).toMatchObject({ action: 'signed_out', detail: 'from another session' });
  const repeated = await page.post('/cont/api/end-session', `sessionId=${ids[0]}`, { cookie });
  expect(repeated.status).toBe(303);
});

it("ends no other account's session, and none without signing in", async () => {
  const page = await openPage();
  const other = await page.accounts.create('other@test.example', { plan: 'free' }, ACTOR);
  const otherCookie = await page.enter('other@test.example');
  const [{ idHash } = { idHash: '' }] = await page.sessions.list(other.id);
  const cookie = await page.enter();
  await page.post('/cont/api/end-session', `sessionId=${idHash}`, { cookie });
  const form = await page.post('/cont/api/end-session', `sessionId=${idHash}`);
  expect(form.headers.location).toBe('/cont/api/sign-in?notice=ended');
  const query = `mutation { endSession(sessionId: "${idHash}") { done } }`;
  const { body } = await page.askAccount(cookie, query);
  expect(JSON.parse(body)).toEqual({ data: { endSession: { done: false } } });
  expect((await read(page, otherCookie)).status).toBe(200);
});
