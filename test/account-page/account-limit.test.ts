import { expect, it } from 'vitest';
import { MAX_HOLDER_REQUESTS } from '../../src/web/page-limits.ts';
import { ACTOR } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import { KEY, openPage, type TestPage } from '../support/page.ts';

const SWITCH = 'mutation { setLimitNotices(wanted: false) { wanted } }';
const OTHER = 'bogdan@test.example';

it('a signed-in account has a limit of its own, for pages and operations together', async () => {
  const clock = createClock();
  const page = await openPage({ clock });
  await page.accounts.create(OTHER, { plan: 'business', endsAtMs: null }, ACTOR);
  const [cookie, another] = [await page.enter(), await page.enter(OTHER)];
  const show = (given: string) => page.get('/cont/api', { cookie: given });
  const operate = (given: string) => page.askAccount(given, SWITCH);
  for (let count = 0; count < MAX_HOLDER_REQUESTS / 2; count++) {
    expect((await show(cookie)).status).toBe(200);
    expect((await operate(cookie)).status).not.toBe(429);
  }
  for (const refused of [await show(cookie), await operate(cookie), await show(cookie)]) {
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  }
  expect((await show(another)).status).toBe(200);
  clock.advance(60_000);
  expect((await show(cookie)).status).toBe(200);
});

async function useUp(page: TestPage, cookie: string, requests: number): Promise<void> {
  for (let count = 0; count < requests; count++) {
    expect((await page.get('/cont/api', { cookie })).status).toBe(200);
  }
}

it('the last request before the limit shows the key that it reveals', async () => {
  const page = await openPage({ clock: createClock() });
  const cookie = await page.enter();
  await useUp(page, cookie, MAX_HOLDER_REQUESTS - 1);
  const { lastKeyId } = await page.account();
  const { status, body } = await page.post('/cont/api/key/reveal', `keyId=${lastKeyId}`, {
    cookie,
  });
  expect(status).toBe(200);
  expect(body).toMatch(KEY);
});

it('a holder can sign out everywhere beyond the limit', async () => {
  const page = await openPage({ clock: createClock() });
  const cookie = await page.enter();
  await useUp(page, cookie, MAX_HOLDER_REQUESTS);
  expect((await page.post('/cont/api/sign-out-everywhere', '', { cookie })).status).toBe(303);
  expect(await page.sessions.list((await page.account()).id)).toEqual([]);
});
