import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/http.ts';
import { KEY, openPage, readLinkField, toCookies } from '../support/page.ts';
import { toToken } from '../support/sign-in.ts';

function expectSafe({ headers }: Answer) {
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'"]));
  expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('same-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toMatch(/(^|, )camera=\(\)(, |$)/);
}

describe('every answer', () => {
  it('forbids inline scripts and styles, foreign sources and frames, and has none', async () => {
    const page = await openPage();
    const cookie = await page.enter();
    const keyId = (await page.account()).apiKey?.id;
    const link = `__Host-registru-link=${toToken(await page.issueUrl())}`;
    const answers = [
      await page.get('/cont/api/sign-in'),
      await page.get('/cont/api/sign-in/link', { cookie: link }),
      await page.get('/cont/api/sign-in/link'),
      await page.post('/cont/api/sign-in', 'email=a%40b.md'),
      await page.get('/cont/api/nowhere'),
      await page.post('/cont/api/sign-out', '', { 'sec-fetch-site': 'cross-site' }),
      await page.get('/cont/api', { cookie }),
      await page.get('/cont/api/key/revoke', { cookie }),
      await page.post('/cont/api/key/reveal', `keyId=${keyId}`, { cookie }),
      await page.post('/cont/api/graphql', '{}', { cookie }),
    ];
    for (const answer of answers) {
      expectSafe(answer);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).not.toMatch(/<style|<script(?! src="\/)| style=| on[a-z]+=|src="(?!\/)/);
    }
  });

  it('with a static file forbids the same and is cacheable', async () => {
    const page = await openPage();
    const { body } = await page.get('/cont/api/sign-in');
    const urls = new Set(body.match(/\/assets\/[0-9a-f]{16}/g));
    expect(urls.size).toBe(7);
    for (const url of urls) {
      const answer = await page.get(url);
      expect(answer.status).toBe(200);
      expectSafe(answer);
      expect(answer.headers['cache-control']).toContain('immutable');
      expect(answer.body.match(/url\((?!["']?data:)|@import/g)).toBeNull();
    }
  });
});

describe('an answer with a key is not cacheable', () => {
  it.each(['reveal', 'regenerate', 'create'])('of the form: %s', async (operation) => {
    const page = await openPage();
    const cookie = await page.enter();
    const account = await page.account();
    const keyId = account.apiKey?.id ?? '';
    const actor = { name: 'test', address: null };
    if (operation === 'create') await page.keys.revoke(account, keyId, actor);
    const answer = await page.post(`/cont/api/key/${operation}`, `keyId=${keyId}`, { cookie });
    expect(answer.body).toMatch(KEY);
    expect(answer.headers['cache-control']).toBe('no-store');
    const again = await page.post(`/cont/api/key/${operation}`, `keyId=${keyId}`, { cookie });
    expect(again.status).toBe(409);
    expect(again.body).not.toMatch(KEY);
  });

  it('of GraphQL', async () => {
    const page = await openPage();
    const keyId = (await page.account()).apiKey?.id;
    const query = `mutation { regenerateApiKey(keyId: "${keyId}") { text } }`;
    const answer = await page.askAccount(await page.enter(), query);
    expect(answer.body).toMatch(KEY);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('cookies', () => {
  const SECURE = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];
  const CASES: [string, (port: number) => string, string, string[]][] = [
    ['https', () => 'https://registru.example', '__Host-registru-', SECURE],
    ['loopback', (port) => `http://127.0.0.1:${port}`, '__Host-registru-', SECURE],
    ['localhost', (port) => `http://localhost:${port}`, '__Host-registru-', SECURE],
    [
      'plain http elsewhere',
      () => 'http://registru.example',
      'registru-',
      SECURE.filter((one) => one !== 'Secure'),
    ],
  ];

  it.each(CASES)('on %s sign in and are as safe as can be', async (name, baseUrlOf, ...rest) => {
    const [prefix, attributes] = rest;
    const page = await openPage({ baseUrlOf });
    const { pathname, search } = new URL(await page.issueUrl());
    const opened = await page.get(pathname + search);
    const cookie = `${prefix}link=${toCookies(opened.headers).get(`${prefix}link`)}`;
    const shown = await page.get('/cont/api/sign-in/link', { cookie });
    const form = `link=${readLinkField(shown.body)}`;
    const entered = await page.post('/cont/api/sign-in/link', form, { cookie });
    const chosen = await page.post('/cont/api/language', 'language=ru');
    const lines = [opened, entered, chosen].flatMap(({ headers }) => headers['set-cookie'] ?? []);
    const names = lines.map((line) => line.slice(0, line.indexOf('=')));
    const expected = ['link', 'session', 'browser', 'link', 'language'];
    expect(names).toEqual(expected.map((name) => prefix + name));
    for (const line of lines) {
      const given = line.split('; ').slice(1);
      expect(given.filter((one) => !/^(?:Max-Age|Expires)=/.test(one)).sort()).toEqual(
        attributes.toSorted(),
      );
      expect(given.some((one) => /^(?:Max-Age|Expires)=/.test(one))).toBe(true);
    }
    const session = toCookies(entered.headers).get(`${prefix}session`);
    const answer = await page.get('/cont/api', { cookie: `${prefix}session=${session}` });
    expect(answer.status).toBe(200);
    const warnings = page.logs.filter((line) => line.includes('is plain http'));
    expect(warnings).toHaveLength(name === 'plain http elsewhere' ? 1 : 0);
  });
});
