import { describe, expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { toEndOfDayMs } from '../../src/domain/time/time-zone.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { openPage, type PageOptions } from '../support/page.ts';

/** The rows and figures of the page in English: the value for each name. */
async function openRead(options: PageOptions = {}) {
  const clock = createClock();
  const page = await openPage({ clock, ...options });
  const cookie = await page.enter();
  return {
    page,
    clock,
    async read() {
      const { body } = await page.get('/cont/api', { cookie, 'accept-language': 'en' });
      const rows = body.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g);
      const [, plan] = /<p class="figure">(\w+)<\/p>/.exec(body) ?? [];
      return {
        plan,
        body,
        ...Object.fromEntries([...rows].map(([, name, value]) => [name, value])),
      };
    },
  };
}

describe('the plan', () => {
  it('is shown with its limit and its last day', async () => {
    const { page, read } = await openRead();
    const endsAtMs = toEndOfDayMs('2027-01-31');
    await page.accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs }, ACTOR);
    expect(await read()).toMatchObject({
      plan: 'Agency',
      Limit: `${TIER_LIMITS.high} requests in any 60 seconds`,
      'Valid until': '31 January 2027',
    });
  });

  it('that has ended or was cancelled is shown as such', async () => {
    const { page, clock, read } = await openRead();
    const endsAtMs = toEndOfDayMs('2026-11-22');
    await page.accounts.setPlan(EMAIL, { plan: 'business', endsAtMs }, ACTOR);
    clock.advance(endsAtMs - clock.nowMs());
    const ended = { plan: 'Free', Limit: 'No API access', Ended: 'Business, 22 November 2026' };
    expect(await read()).toMatchObject(ended);
    await page.accounts.cancel(EMAIL, ACTOR);
    expect(await read()).toMatchObject({ ...ended, Ended: 'Business, 22 November 2026' });
    await page.accounts.setPlan(EMAIL, { plan: 'starter', endsAtMs: null }, ACTOR);
    const starter = await read();
    expect(starter).toMatchObject({ plan: 'Starter', 'Valid until': 'No end date' });
    expect(starter).not.toHaveProperty('Ended');
  });
});

it('shows the size of the watch list with a link to it, and its limit with a plan', async () => {
  const { page, read } = await openRead();
  const name = '<a href="/cont/api/watch-list">Watch list</a>';
  await page.accounts.setPlan(EMAIL, { plan: 'agency' }, ACTOR);
  expect(await read()).toHaveProperty([name], '0\u00a0of\u00a010,000');
  const change = { add: [IDNO, UNKNOWN_IDNO], remove: [] };
  await page.store.watchLists.change((await page.account()).id, change, 2);
  expect(await read()).toHaveProperty([name], '2\u00a0of\u00a010,000');
  await page.accounts.cancel(EMAIL, ACTOR);
  expect(await read()).toHaveProperty([name], '2');
});

describe('a plan that ends', () => {
  const RENEW = 'https://registru.example/plans';
  const END_MS = toEndOfDayMs('2027-01-31');
  const DAY_MS = 86_400_000;

  it('has a banner in its last 14 days and after its end, until it is renewed', async () => {
    const { page, clock } = await openRead({ upgradeUrl: RENEW });
    const moveTo = (atMs: number) => clock.advance(atMs - clock.nowMs());
    await page.accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: END_MS }, ACTOR);
    moveTo(END_MS - 14 * DAY_MS - 1);
    const cookie = await page.enter();
    const readNow = async () =>
      (await page.get('/cont/api', { cookie, 'accept-language': 'en' })).body;
    expect(await readNow()).not.toContain('plan-end');
    moveTo(END_MS - 14 * DAY_MS);
    const ending = await readNow();
    expect(ending).toContain('Your Business plan ends on 31 January 2027');
    expect(ending).toMatch(
      new RegExp(`class="notice plan-end">[\\s\\S]*role="button" href="${RENEW}"`),
    );
    await page.accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: END_MS + DAY_MS }, ACTOR);
    expect(await readNow()).not.toContain('plan-end');
  });

  it('that has ended keeps the usage card, and a dead key has no main button', async () => {
    const { page, clock } = await openRead({ supportUrl: 'mailto:help@registru.example' });
    await page.accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: END_MS }, ACTOR);
    clock.advance(END_MS - clock.nowMs());
    const cookie = await page.enter();
    const { body } = await page.get('/cont/api', { cookie, 'accept-language': 'en' });
    expect(body).toContain('Your Business plan has ended (last day: 31 January 2027)');
    expect(body).toContain('<a role="button" href="mailto:help@registru.example">Renew the plan');
    expect(body).toContain('<h2>Requests');
    expect(body).toContain('<button class="secondary outline">Reveal key</button>');
  });

  it('without an address for plans or help is renewed by the operator', async () => {
    const { page, clock } = await openRead();
    await page.accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: END_MS }, ACTOR);
    clock.advance(END_MS - DAY_MS - clock.nowMs());
    const cookie = await page.enter();
    const { body } = await page.get('/cont/api', { cookie, 'accept-language': 'en' });
    expect(body).toContain('Ask the operator of this service to renew it.');
  });

  it('of no API access, without an end, or a long one has no banner', async () => {
    const { page, read } = await openRead();
    expect((await read()).body).not.toContain('plan-end');
    const endsAtMs = toEndOfDayMs('2026-11-22');
    await page.accounts.setPlan(EMAIL, { plan: 'starter', endsAtMs }, ACTOR);
    expect((await read()).body).not.toContain('plan-end');
  });
});

it('the requests of each kind, today and in all, are counted and drawn', async () => {
  const { page, clock, read } = await openRead();
  const text = await page.revealKey();
  const unused = await read();
  expect(unused.body).not.toContain('<svg');
  expect(unused.body).toContain('First request');
  for (const idno of [IDNO, IDNO, UNKNOWN_IDNO])
    await page.get(`/api/v1/company/${idno}`, { 'x-api-key': text });
  const waiting = await read();
  expect(waiting.body).not.toContain('First request');
  expect(waiting).toMatchObject({
    'Used in the last 60 seconds': `3\u00a0of\u00a0${TIER_LIMITS.medium}`,
    'Last used': 'In the last 60 seconds',
    Today: '3',
    '404 Not found': '1',
    '4xx Other errors': '0',
  });
  await page.keyUses.flush();
  await page.usageCounter.flush();
  expect(await read()).toMatchObject({ 'Last used': '21 Nov 2026, 12:00 GMT+2', Today: '3' });
  clock.advance(86_400_000);
  await page.get(`/api/v1/company/${IDNO}`, { 'x-api-key': text });
  await page.usageCounter.flush();
  const shown = await read();
  expect(shown).toMatchObject({
    Today: '1',
    '30 days': '4',
    '200 Successful': '3',
    '304 Not modified': '0',
    '404 Not found': '1',
    '4xx Other errors': '0',
    '429 Over the limit': '0',
    'Last used': '21 Nov 2026, 12:00 GMT+2',
  });
  expect(shown.body).toContain('aria-label="4 requests in 30 days, at most 3 a day"');
  expect(shown.body).toContain(
    'aria-label="21 Nov, 200 Successful: 2, 304 Not modified: 0, 404 Not found: 1, 4xx Other errors: 0, 429 Over the limit: 0"',
  );
  expect(shown.body.match(/<th scope="row">/g)).toHaveLength(30);
});

it('a key at its limit is shown as such', async () => {
  const { page, clock, read } = await openRead();
  const text = await page.revealKey();
  const limit = TIER_LIMITS.medium;
  const ask = () => page.get(`/api/v1/company/${IDNO}`, { 'x-api-key': text });
  await Promise.all(Array.from({ length: limit }, ask));
  expect(await read()).toMatchObject({
    'Used in the last 60 seconds': `${limit}\u00a0of\u00a0${limit}, all used: the next requests get 429`,
  });
  clock.advance(60_000);
  expect(await read()).toMatchObject({ 'Used in the last 60 seconds': `0\u00a0of\u00a0${limit}` });
});

it('the history shows who did what, from where and to which key, and nothing else', async () => {
  const { page, read } = await openRead();
  const { apiKey } = await page.account();
  const { body } = await read();
  expect(body).toMatch(/Signed in[\s\S]*You · 192\.0\.2\.7/);
  expect(body).toContain('Plan changed: Free → Business <');
  expect(body).toContain(`Key created <code>${apiKey?.start}…</code>`);
  expect(body).not.toContain(apiKey?.hash);
  expect(body).not.toMatch(/undefined|null|\[object/);
});

it('the history does not call the plan of a new account changed', async () => {
  const { read } = await openRead({ plan: 'free' });
  const { body } = await read();
  expect(body).toContain('<span>Plan: Free <');
  expect(body).not.toContain('Plan changed');
});

describe('failed requests', () => {
  it('are on the page at once with their request ids, the newest five', async () => {
    const { page, clock, read } = await openRead();
    expect((await read()).body).toContain('No request failed in the last 7 days.');
    const text = await page.revealKey();
    for (let count = 0; count < 7; count++) {
      await page.get(`/api/v1/company/${count}<b>?${text}`, { 'x-api-key': text });
      clock.advance(1_000);
    }
    const waiting = (await read()).body;
    await page.failedRequests.flush();
    const { body } = await read();
    expect(body).toBe(waiting);
    const paths = body.matchAll(/<code>GET (.*?)<\/code>/g);
    expect(Array.from(paths, ([, path]) => path?.slice(16, 17)).join('')).toBe('65432');
    expect(body).not.toContain('<b>');
    expect(body.match(/<code>[0-9a-f]{8}-[0-9a-f-]{27}<\/code>/g)).toHaveLength(5);
    expect(body).toContain('>All 7: filter them, or find one by its id</a>');
    expect(body).toContain('<code>invalid_idno</code>');
    expect(body).toContain('21 Nov 2026, 12:00:06 GMT+2');
  });

  it('are not on it after seven days', async () => {
    const { page, clock } = await openRead();
    const text = await page.revealKey();
    await page.get('/api/v1/company/7', { 'x-api-key': text });
    await page.failedRequests.flush();
    clock.advance(7 * 86_400_000);
    const inAWeek = await page.get('/cont/api', { cookie: await page.enter() });
    expect(inAWeek.body).toContain('/api/v1/company/7');
    clock.advance(1);
    expect((await page.get('/cont/api', { cookie: await page.enter() })).body).not.toContain(
      '/api/v1/company/7',
    );
  });
});
