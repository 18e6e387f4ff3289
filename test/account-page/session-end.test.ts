import { describe, expect, it } from 'vitest';
import { IDNO } from '../support/companies.ts';
import {
  openPage,
  readLinkField,
  type TestPage,
  toCookieHeader,
  toCookies,
} from '../support/page.ts';

const SIGN_IN = '/cont/api/sign-in';
const STALE = ['__Host-registru-session', 'x'.repeat(43)] as const;
const ENGLISH = { 'accept-language': 'en' };

/** A browser: it keeps cookies, also those of a session that has ended. */
async function openBrowser() {
  const page = await openPage();
  const kept = new Map<string, string>([STALE]);
  type Sent = { headers: Parameters<typeof toCookies>[0]; body: string; status: number };
  const keep = <Answer extends Sent>(answer: Answer): Answer => {
    for (const [name, value] of toCookies(answer.headers)) {
      if (value === '') kept.delete(name);
      else kept.set(name, value);
    }
    return answer;
  };
  const toHeaders = () => ({ ...ENGLISH, cookie: toCookieHeader(kept) });
  return {
    page,
    kept,
    get: async (path: string) => keep(await page.get(path, toHeaders())),
    post: async (path: string, body = '') => keep(await page.post(path, body, toHeaders())),
  };
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Signs in by a link, and returns where the browser is led. */
async function signIn({ page, get, post }: Browser, issueUrl: TestPage['issueUrl']) {
  await get((await issueUrl()).slice(page.baseUrl.length));
  const { body } = await get(`${SIGN_IN}/link`);
  return (await post(`${SIGN_IN}/link`, `link=${readLinkField(body)}`)).headers.location;
}

describe('a session that ends inside a form', () => {
  it.each([
    ['key/regenerate', '/cont/api/key/regenerate'],
    ['webhook/pause', '/cont/api/webhook/pause'],
    ['limit-notices', '/cont/api#usage'],
    ['end-session', '/cont/api#sessions'],
    ['sign-out-everywhere', '/cont/api#sessions'],
    ['watch-list/remove', '/cont/api/watch-list'],
  ])('is said, and after the sign-in the way leads back: %s', async (form, back) => {
    const browser = await openBrowser();
    const before = await browser.page.account();
    const { status, headers } = await browser.post(`/cont/api/${form}`, 'wanted=no&keyId=x');
    expect([status, headers.location]).toEqual([303, `${SIGN_IN}?notice=ended`]);
    const { body } = await browser.get(headers.location ?? '');
    expect(body).toContain('Your session has ended; nothing was changed.');
    expect(await browser.page.account()).toEqual(before);
    expect(await signIn(browser, browser.page.issueUrl)).toBe(back);
    // Once.
    expect(await signIn(browser, browser.page.issueUrl)).toBe('/cont/api');
  });

  it.each(['/cont/api/failed-requests?status=404&error=', '/cont/api/watch-list?q=a+b'])(
    'also where a page is opened: %s',
    async (path) => {
      const browser = await openBrowser();
      expect((await browser.get(path)).headers.location).toBe(`${SIGN_IN}?notice=ended`);
      expect(await signIn(browser, browser.page.issueUrl)).toBe(path);
    },
  );

  it('keeps the address of a webhook that was typed, once, as if it were being typed', async () => {
    const browser = await openBrowser();
    const url = 'https://example.com/hook?"ș';
    await browser.post('/cont/api/webhook/set', `url=${encodeURIComponent(url)}`);
    await signIn(browser, browser.page.issueUrl);
    const { body } = await browser.get('/cont/api');
    expect(body).toContain('value="https://example.com/hook?&quot;ș"');
    expect(body).not.toContain('aria-invalid');
    expect((await browser.get('/cont/api')).body).not.toContain('example.com/hook?');
    const { id } = await browser.page.account();
    expect(await browser.page.webhooks.find(id)).toBeNull();
  });

  it('keeps a pasted list of companies that fits into a cookie', async () => {
    const browser = await openBrowser();
    await browser.post('/cont/api/watch-list/add', `idnos=${IDNO}%0A${IDNO}`);
    expect(await signIn(browser, browser.page.issueUrl)).toBe('/cont/api/watch-list');
    expect((await browser.get('/cont/api/watch-list')).body).toContain(`>${IDNO}\n${IDNO}<`);
    browser.kept.set(...STALE);
    const long = `${IDNO}%0A`.repeat(1_000);
    const { headers } = await browser.post('/cont/api/watch-list/add', `idnos=${long}`);
    expect(headers.location).toBe(`${SIGN_IN}?notice=ended`);
    expect(toCookies(headers).has('__Host-registru-typed')).toBe(false);
  });

  it('keeps no key and no secret id in a cookie', async () => {
    const browser = await openBrowser();
    for (const form of ['key/reveal', 'key/create', 'webhook/rotate', 'webhook/remove']) {
      await browser.post(`/cont/api/${form}`, 'keyId=secret&secretId=secret&url=secret');
    }
    expect(browser.kept.has('__Host-registru-typed')).toBe(false);
  });
});

it.each([
  '//evil.example',
  '/staff',
  '/cont/api//evil',
  'https://evil.example',
  '/cont/api\\x',
  '',
])('a planted way back leads an account holder nowhere else: %s', async (next) => {
  const browser = await openBrowser();
  browser.kept.set('__Host-registru-next', encodeURIComponent(next));
  expect(await signIn(browser, browser.page.issueUrl)).toBe('/cont/api');
});

it('signing out everywhere is confirmed only where it was done', async () => {
  const browser = await openBrowser();
  await signIn(browser, browser.page.issueUrl);
  const { headers } = await browser.post('/cont/api/sign-out-everywhere');
  expect(headers.location).toBe(`${SIGN_IN}?notice=everywhere`);
  const { body } = await browser.get(headers.location ?? '');
  expect(body).toContain('You are signed out in every browser.');
  const again = await browser.post('/cont/api/sign-out-everywhere');
  expect(again.headers.location).toBe(`${SIGN_IN}?notice=ended`);
  const crossSite = await browser.page.get(`${SIGN_IN}?notice=everywhere`, {
    ...ENGLISH,
    'sec-fetch-site': 'cross-site',
  });
  expect(crossSite.body).not.toContain('signed out in every');
});
