import { describe, expect, it } from 'vitest';
import { accountSchema } from '../../src/schema/index.ts';
import { send } from '../support/http.ts';
import { openPage } from '../support/page.ts';

const GRAPHQL = '/cont/api/graphql';

describe('a form is refused', () => {
  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['from a foreign origin', { 'sec-fetch-site': undefined, origin: 'https://foreign.example' }],
    ['from an unnamed origin', { 'sec-fetch-site': undefined, origin: 'null' }],
    ['from nowhere', { 'sec-fetch-site': undefined }],
  ])('%s', async (_name, headers) => {
    const page = await openPage();
    const cookie = await page.enter();
    const keyId = (await page.account()).apiKey?.id ?? '';
    const given = Object.entries(headers);
    const sent = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const raw = { 'content-type': 'application/x-www-form-urlencoded', cookie, ...sent };
    const body = `keyId=${keyId}`;
    for (const path of ['/cont/api/key/revoke', GRAPHQL]) {
      const answer = await send(page.port, path, { method: 'POST', body, headers: raw });
      expect(answer.status).toBe(403);
    }
    expect((await page.account()).apiKey?.id).toBe(keyId);
  });

  it('with a field of a megabyte', async () => {
    const page = await openPage();
    const answer = await page.post('/cont/api/sign-in', `email=${'a'.repeat(1_000_000)}`);
    expect(answer.status).toBe(413);
  });
});

describe('a key', () => {
  it('is shown once, in no cache, and by no repeated form', async () => {
    const page = await openPage();
    const cookie = await page.enter();
    const keyId = (await page.account()).apiKey?.id ?? '';
    const change = (name: string, id: string) =>
      page.post(`/cont/api/key/${name}`, `keyId=${id}`, { cookie });
    const shown = await change('reveal', keyId);
    expect(shown.status).toBe(200);
    expect(shown.body).toMatch(/reg_[0-9A-Za-z]{36}/);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect((await change('reveal', keyId)).status).toBe(409);

    expect((await change('regenerate', keyId)).body).toMatch(/reg_[0-9A-Za-z]{36}/);
    const next = (await page.account()).apiKey?.id ?? '';
    const repeated = await change('regenerate', keyId);
    expect(repeated.status).toBe(409);
    expect(repeated.body).not.toMatch(/reg_[0-9A-Za-z]{36}/);
    expect((await page.account()).apiKey?.id).toBe(next);
    expect((await change('revoke', next)).status).toBe(200);
    expect((await page.account()).apiKey).toBeNull();
  });

  it('is neither offered nor made without a plan', async () => {
    const page = await openPage('starter');
    const cookie = await page.enter();
    const { body } = await page.get('/cont/api', { cookie });
    expect(body).not.toContain('/cont/api/key/');
    expect((await page.post('/cont/api/key/create', '', { cookie })).status).toBe(403);
  });
});

describe('GraphQL', () => {
  const ask = (page: Awaited<ReturnType<typeof openPage>>, query: string, cookie = '') =>
    page.post(GRAPHQL, JSON.stringify({ query }), { 'content-type': 'application/json', cookie });

  it('answers the signed-in holder alone', async () => {
    const page = await openPage();
    expect((await ask(page, '{ viewer { email } }')).status).toBe(401);
    const answer = await ask(page, '{ viewer { email plan } }', await page.enter());
    expect(JSON.parse(answer.body)).toEqual({
      data: { viewer: { email: 'Ana@test.example', plan: 'business' } },
    });
    expect((await page.get(GRAPHQL)).status).toBe(404);
  });

  it.each([
    ['two mutations', 'mutation { a: createApiKey { text } b: createApiKey { text } }'],
    [
      'a thousand mutations',
      `mutation { ${Array.from({ length: 1_000 }, (_, n) => `a${n}: createApiKey { text }`).join(' ')} }`,
    ],
    [
      'many aliases',
      `{ ${Array.from({ length: 16 }, (_, n) => `a${n}: viewer { email }`).join(' ')} }`,
    ],
    ['a company', '{ company(idno: "1099600000018") { name } }'],
  ])('refuses %s', async (_name, query) => {
    const page = await openPage();
    const answer = await ask(page, query, await page.enter());
    expect(JSON.parse(answer.body).data ?? null).toBeNull();
    expect(JSON.parse(answer.body).errors.length).toBeGreaterThan(0);
  });

  it('has no company data and describes everything', () => {
    const types = Object.values(accountSchema.getTypeMap());
    const own = types.filter(({ name }) => !name.startsWith('__'));
    expect(own.map(({ name }) => name)).not.toContain('Company');
    for (const type of own) {
      expect(type.description, type.name).toBeTruthy();
      if (!('getFields' in type)) continue;
      for (const { name, description } of Object.values(type.getFields())) {
        expect(description, `${type.name}.${name}`).toBeTruthy();
      }
    }
  });
});
