import { describe, expect, it } from 'vitest';
import { API_PLANS } from '../../src/domain/account/plan.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import { IDNO } from '../support/companies.ts';
import { KEY, openPage, type TestPage } from '../support/page.ts';

const OTHER = 'other@test.example';

async function openHolder(options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage(options);
  const cookie = await page.enter();
  return {
    page,
    cookie,
    keyId: async () => (await page.account()).lastKeyId ?? '',
    change: (operation: string, keyId: string) =>
      page.post(`/cont/api/key/${operation}`, `keyId=${keyId}`, {
        cookie,
        'accept-language': 'en',
      }),
  };
}

const fetchStatus = async (page: TestPage, key: string) =>
  (await page.get(`/api/v1/company/${IDNO}`, { 'x-api-key': key })).status;
const readKey = (body: string) => KEY.exec(body)?.[0] ?? '';

describe('a key', () => {
  it('is revealed once, replaced at once, revoked at once', async () => {
    const { page, keyId, change } = await openHolder();
    const first = await keyId();
    const old = readKey((await change('reveal', first)).body);
    expect(await fetchStatus(page, old)).toBe(200);
    expect((await change('reveal', first)).status).toBe(409);
    const next = readKey((await change('regenerate', first)).body);
    expect([await fetchStatus(page, old), await fetchStatus(page, next)]).toEqual([401, 200]);
    const revoked = await change('revoke', await keyId());
    expect(revoked.body).toMatch(/role="status"/);
    expect(await fetchStatus(page, next)).toBe(401);
  });

  it('is made by no repeated form, whatever happened in between', async () => {
    const { page, keyId, change } = await openHolder();
    const first = await keyId();
    await change('regenerate', first);
    await change('revoke', await keyId());
    const second = await keyId();
    expect((await change('create', second)).body).toMatch(KEY);
    await change('revoke', await keyId());
    const before = await page.account();
    for (const [operation, seen] of [
      ['create', second],
      ['create', ''],
      ['regenerate', first],
      ['reveal', first],
      ['revoke', first],
    ] as const) {
      const repeated = await change(operation, seen);
      expect([operation, repeated.status]).toEqual([operation, 409]);
      expect(repeated.body).not.toMatch(KEY);
      expect(repeated.body).toMatch(/role="alert"/);
    }
    expect(await page.account()).toEqual(before);
  });

  it('is told to have been replaced where the answer with it is loaded again', async () => {
    const clock = createClock();
    const { keyId, change } = await openHolder({ clock });
    const first = await keyId();
    clock.advance(60_000);
    await change('regenerate', first);
    clock.advance(60_000);
    const { status, body } = await change('regenerate', first);
    expect(status).toBe(409);
    expect(body).toContain(
      'Your key was replaced on 21 Nov 2026, 12:01 GMT+2; the new key was shown once.',
    );
  });

  it('is replaced or revoked by somebody who sees its last use, and can sign out everywhere', async () => {
    const { page, cookie, keyId, change } = await openHolder({ clock: createClock() });
    const key = readKey((await change('reveal', await keyId())).body);
    const ask = async (operation: string) =>
      (await page.get(`/cont/api/key/${operation}`, { cookie, 'accept-language': 'en' })).body;
    expect(await ask('regenerate')).toContain('<dd>Not used yet</dd>');
    await fetchStatus(page, key);
    for (const operation of ['regenerate', 'revoke']) {
      expect(await ask(operation)).toContain('<dd>In the last 60 seconds</dd>');
      expect(await ask(operation)).toContain('action="/cont/api/sign-out-everywhere"');
    }
    await page.keyUses.flush();
    expect(await ask('revoke')).toContain('<dd>21 Nov 2026, 12:00 GMT+2</dd>');
  });

  it.each([
    ['ro', 'până când puneți cheia nouă, cererile primesc 401', 'Pregătiți-vă'],
    ['ru', 'пока новый не подставлен, запросы получают 401', 'Подготовьтесь'],
    ['en', 'until the new one is in place, requests get 401', 'Get ready'],
  ])('is replaced after a page in %s has said in which order', async (language, warning, first) => {
    const { page, cookie } = await openHolder();
    const ask = async (operation: string) =>
      (await page.get(`/cont/api/key/${operation}`, { cookie, 'accept-language': language })).body;
    const body = await ask('regenerate');
    expect(body).toContain(warning);
    expect(body).toMatch(new RegExp(`<ol><li>${first}[^<]*</li>(?:<li>[^<]+</li>){3}</ol>`));
    expect(await ask('revoke')).not.toContain('<ol>');
  });

  it('has an id in its form, on the page and where it asks first', async () => {
    const { page, cookie, keyId, change } = await openHolder();
    const field = async () => `name="keyId" value="${await keyId()}"`;
    for (const path of ['', '/key/regenerate', '/key/revoke']) {
      const { body } = await page.get(`/cont/api${path}`, { cookie });
      expect(body).toContain(await field());
    }
    await change('revoke', await keyId());
    expect((await page.get('/cont/api', { cookie })).body).toContain(await field());
  });

  it('is asked for in the address bar without effect', async () => {
    const { page, cookie, keyId } = await openHolder();
    const before = await page.account();
    for (const operation of ['reveal', 'create']) {
      const path = `/cont/api/key/${operation}?keyId=${await keyId()}`;
      const { status, headers } = await page.get(path, { cookie });
      expect([status, headers.location]).toEqual([303, '/cont/api']);
    }
    for (const operation of ['regenerate', 'revoke']) {
      const { status, body } = await page.get(`/cont/api/key/${operation}`, { cookie });
      expect(status).toBe(200);
      expect(body).not.toMatch(KEY);
    }
    expect(await page.account()).toEqual(before);
  });

  it('is not to be had more than ten times an hour', async () => {
    const clock = createClock();
    const { keyId, change } = await openHolder({ clock });
    for (let count = 0; count < 10; count++) {
      expect((await change('regenerate', await keyId())).status).toBe(200);
    }
    const refused = await change('regenerate', await keyId());
    expect(refused.status).toBe(429);
    expect(refused.body).not.toMatch(KEY);
    clock.advance(3_600_000);
    expect((await change('regenerate', await keyId())).status).toBe(200);
  });

  it('encrypted with another secret is refused, and replaced', async () => {
    const { page, keyId, change } = await openHolder();
    const { store, account } = page;
    const before = await account();
    const apiKey = before.apiKey && { ...before.apiKey, encrypted: 'v1.of.another' };
    expect(await store.accounts.replace({ read: before, next: { apiKey }, entries: [] })).toBe(
      true,
    );
    const refused = await change('reveal', await keyId());
    expect(refused.status).toBe(409);
    expect(refused.body).toContain('href="/cont/api/key/regenerate"');
    expect((await change('regenerate', await keyId())).body).toMatch(KEY);
  });

  it('can be replaced and revoked from the page once it has been shown', async () => {
    const { page, cookie, keyId, change } = await openHolder();
    const links = /href="\/cont\/api\/key\/(?:regenerate|revoke)"/g;
    const read = async () => (await page.get('/cont/api', { cookie })).body.match(links) ?? [];
    expect(await read()).toHaveLength(0);
    await change('reveal', await keyId());
    expect(await read()).toHaveLength(2);
    await change('revoke', await keyId());
    expect(await read()).toHaveLength(0);
  });

  it('is shown with what puts it into the environment, in that answer only', async () => {
    const { page, cookie, keyId, change } = await openHolder();
    const { body } = await change('reveal', await keyId());
    const text = body.replace(/<[^>]*>/g, '');
    expect(text).toContain(`export REGISTRU_API_KEY=${readKey(body)}`);
    expect(text).toContain('/api/v1/company/');
    expect((await page.get('/cont/api', { cookie })).body).not.toMatch(
      /export\b.*REGISTRU_API_KEY=/,
    );
  });
});

describe('without a plan', () => {
  it('shows what plans give and where to get one, and nothing of a key or of requests', async () => {
    const upgradeUrl = 'https://registru.example/plans?from=account';
    const { page, cookie } = await openHolder({ plan: 'free', upgradeUrl });
    const { body } = await page.get('/cont/api', { cookie, 'accept-language': 'en' });
    for (const { name, limit } of API_PLANS) {
      expect(body).toContain(`${name}: an API key and ${limit} requests in any 60 seconds`);
    }
    expect(body).toContain(`href="${upgradeUrl}"`);
    expect(body).not.toMatch(/class="figures"|REGISTRU_API_KEY|API key<\/h2>/);
    const { page: other, cookie: otherCookie } = await openHolder({ plan: 'free' });
    const { body: plain } = await other.get('/cont/api', { cookie: otherCookie });
    expect(plain).toContain('class="offer"');
    expect(plain).not.toContain('https://registru.example/plans');
  });

  it.each(['free', 'starter'] as const)('%s offers no button that cannot work', async (plan) => {
    const { page, cookie, change } = await openHolder({ plan });
    const { body } = await page.get('/cont/api', { cookie });
    expect(body).not.toContain('/cont/api/key/');
    expect(body).toContain('class="offer"');
    for (const operation of ['create', 'regenerate']) {
      expect((await change(operation, '')).status).toBe(403);
      const { headers } = await page.get(`/cont/api/key/${operation}`, { cookie });
      expect(headers.location).toBe('/cont/api');
    }
    expect((await page.account()).apiKey).toBeNull();
  });

  it('a key that is left can be revoked and nothing else', async () => {
    const { page, cookie, keyId, change } = await openHolder();
    await page.accounts.cancel(EMAIL, ACTOR);
    const { body } = await page.get('/cont/api', { cookie });
    expect(body).toContain('/cont/api/key/revoke');
    expect(body).not.toContain('/cont/api/key/regenerate');
    expect((await change('regenerate', await keyId())).status).toBe(403);
    expect((await change('revoke', await keyId())).status).toBe(200);
  });
});

it("another account's key is refused by form and GraphQL, and stays as it was", async () => {
  const { page, cookie, change } = await openHolder();
  const other = await page.accounts.create(OTHER, { plan: 'agency', endsAtMs: null }, ACTOR);
  const otherId = other.apiKey?.id ?? '';
  const before = await page.account();
  for (const operation of ['reveal', 'regenerate', 'revoke']) {
    const answer = await change(operation, otherId);
    expect(answer.status).toBe(409);
    expect(answer.body).not.toMatch(KEY);
    const name = `${operation}ApiKey`;
    const query = `mutation { ${name}(keyId: "${otherId}") { refusal { code } } }`;
    const { body } = await page.askAccount(cookie, query);
    expect(JSON.parse(body)).toEqual({ data: { [name]: { refusal: { code: 'CONFLICT' } } } });
  }
  for (const field of ['accountId', 'id', 'email', 'userId', 'holder']) {
    await page.post('/cont/api/key/revoke', `${field}=${other.id}&keyId=${otherId}`, { cookie });
  }
  expect(await page.accounts.find(OTHER)).toEqual(other);
  expect(await page.account()).toEqual(before);
  expect((await page.get('/cont/api', { cookie })).body).not.toContain(OTHER);
});
