import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/language.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { IDNO } from '../support/companies.ts';
import { openPage, type TestPage } from '../support/page.ts';

const MAX_PAGES = 200;
const BASE_URL = 'https://registru.example';

/** The application with companies' pages. */
const openCompanies = () =>
  openPage({ baseUrlOf: () => BASE_URL, companyUrl: `${BASE_URL}/companie/{idno}` });

/** Every address that the pages lead to, from the first on, with what it answers. */
async function crawl({ get, baseUrl }: TestPage, headers: Record<string, string>) {
  const answers = new Map<string, { status: number; body: string }>();
  const dead: string[] = [];
  const waiting: [path: string, from: string][] = [['/', 'the start']];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [target, from] = next;
    const { pathname, search, hash } = new URL(target, baseUrl);
    const path = pathname + search;
    if (!answers.has(path)) {
      expect(answers.size).toBeLessThan(MAX_PAGES);
      const { status, body, headers: sent } = await get(path, headers);
      answers.set(path, { status, body });
      // A redirect is followed like a link.
      if (sent.location !== undefined) waiting.push([sent.location, path]);
      if (String(sent['content-type']).startsWith('text/html')) {
        for (const link of listLinks(body, baseUrl + path)) waiting.push([link, path]);
      }
    }
    const { status = 0, body = '' } = answers.get(path) ?? {};
    const isThere = hash === '' || body.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
    if (status >= 400 || !isThere) dead.push(`${from} -> ${target}: ${status}`);
  }
  return { paths: [...answers.keys()], dead };
}

/** The links of a page to addresses of this service. */
function listLinks(html: string, pageUrl: string): string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), pageUrl))
    .filter(({ origin }) => origin === new URL(pageUrl).origin)
    .map(({ href }) => href);
}

describe('no link is dead', () => {
  it('for visitors', async () => {
    const page = await openPage();
    for (const language of LANGUAGES) {
      const { paths, dead } = await crawl(page, { 'accept-language': language });
      expect(dead).toEqual([]);
      const some = ['/docs', '/docs/data', '/openapi.json', '/status', '/cont/api/sign-in'];
      expect(paths).toEqual(expect.arrayContaining(some));
    }
  });

  it('for holders and for staff', async () => {
    const page = await openPage();
    await page.revealKey();
    const { paths, dead } = await crawl(page, { cookie: await page.enter() });
    expect(dead).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/cont/api', '/cont/api/key/revoke']));
    await page.accounts.setRole(EMAIL, 'staff', ACTOR);
    expect((await crawl(page, { cookie: await page.enter() })).dead).toEqual([]);
  });
});

describe('an address that is not there', () => {
  const PATHS = ['/nonsense', '/docs/x', '/cont/x', '/codes/x', '/companie/x', '/status/x', '/%zz'];

  it('is a page in a browser, and JSON to a program', async () => {
    const { get, send } = await openCompanies();
    for (const path of PATHS) {
      const page = await get(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain('<h1>');
      for (const headers of [{ accept: '*/*' }, { accept: 'application/json' }, {}]) {
        const { status, body } = await send(path, { headers });
        expect([path, status, JSON.parse(body).error]).toEqual([path, 404, 'not_found']);
      }
    }
  });

  it('is JSON in the API, whatever the client prefers', async () => {
    const { get } = await openPage();
    const { status, body } = await get('/api/v1/nope');
    expect([status, JSON.parse(body).error]).toEqual([401, 'missing_or_invalid_api_key']);
  });
});

describe('an address that is only read', () => {
  const PATHS = [
    ...['/', '/status', '/docs', '/docs/search', '/openapi.json', '/codes/caem.json'],
    ...['/codes/statuses.json', '/codes/test-companies.json', `/companie/${IDNO}`, '/companie/x'],
    ...['/health/live', '/health/ready', '/metrics'],
  ];

  it('refuses other methods before it reads a body, and says which it allows', async () => {
    const { send } = await openCompanies();
    const body = '{broken';
    const headers = { 'content-type': 'application/json' };
    for (const path of PATHS) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'M-SEARCH']) {
        const answer = await send(path, { method, headers, body });
        expect([path, method, answer.status, JSON.parse(answer.body)]).toEqual([
          path,
          method,
          405,
          { error: 'method_not_allowed', message: 'Use GET or HEAD.' },
        ]);
        expect(answer.headers).toMatchObject({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
      }
    }
  });

  it('stays 404 where there is none', async () => {
    const { send } = await openCompanies();
    for (const path of ['/codes/x.json', '/docs/x', '/nonsense']) {
      expect((await send(path, { method: 'POST' })).status).toBe(404);
    }
  });
});

it('tells crawlers what they may see, and has an icon where browsers look for one', async () => {
  const { get } = await openPage();
  const { status, headers, body } = await get('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const disallowed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  const isHidden = (path: string) => disallowed.some((one) => path.startsWith(one));
  // A company's page must be seen to be `noindex`.
  const seen = ['/', '/docs', '/docs/data', '/status', '/codes/caem.json', '/companie/1'];
  expect(seen.filter(isHidden)).toEqual([]);
  const hidden = ['/api/v1/company/1', '/cont/api', '/graphql', '/metrics', '/staff/account'];
  expect(hidden.filter(isHidden)).toEqual(hidden);
  const icon = await get('/favicon.ico');
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/x-icon']);
});
