import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTOR, openTestApp, type TestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { openApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;
const BODY = readFileSync(new URL('bodies/403.json', import.meta.url), 'utf8');
const EMAIL = 'a@test.example';

it.each<[string, (app: TestApp) => Promise<unknown>]>([
  ['a free', ({ accounts }) => accounts.setPlan(EMAIL, { plan: 'free', endsAtMs: null }, ACTOR)],
  [
    'a starter',
    ({ accounts }) => accounts.setPlan(EMAIL, { plan: 'starter', endsAtMs: null }, ACTOR),
  ],
  ['a cancelled', ({ accounts }) => accounts.cancel(EMAIL, ACTOR)],
  [
    'an expired',
    ({ accounts, clock }) =>
      accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: clock.nowMs() }, ACTOR),
  ],
])('answers 403 to a live key of %s plan', async (_name, change) => {
  const app = await openTestApp();
  const key = await app.subscribe(EMAIL, 'business');
  await change(app);
  const answer = await app.get(PATH, key);
  expect(answer).toMatchObject({ status: 403, body: BODY });
  expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
});

it('lets a plan hold through its last instant and takes the key back when the plan is back', async () => {
  const { get, accounts, clock, key } = await openApi();
  const endsAtMs = clock.nowMs() + 10;
  await accounts.setPlan(EMAIL, { plan: 'business', endsAtMs }, ACTOR);
  clock.advance(9);
  expect((await get(PATH, key)).status).toBe(200);
  clock.advance(1);
  expect((await get(PATH, key)).status).toBe(403);
  await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
  expect((await get(PATH, key)).status).toBe(200);
});

it('comes before every other check but the key', async () => {
  const { get, accounts, key } = await openApi();
  await accounts.cancel(EMAIL, ACTOR);
  for (const path of ['/api/v1/company/abc', '/api/v1/nope', '/api/v1/company/%zz']) {
    expect((await get(path, key)).status).toBe(403);
  }
});

describe('where the service is at https', () => {
  const HTTPS = { baseUrl: 'https://registru.example' };
  const A_YEAR = /^max-age=31536000; includeSubDomains$/;

  it.each(['http', 'https, http', 'HTTP'])(
    'refuses a request that came over %j, before its key is looked at',
    async (scheme) => {
      const { send, store, key } = await openApi(HTTPS);
      store.accounts.findKeyAccess = () => Promise.reject(new Error('a key was looked at'));
      const headers = { 'x-forwarded-proto': scheme };
      for (const path of [PATH, '/api/v1/search?name=a', '/api/v1/nope', '/api/v1/company/%zz']) {
        for (const given of [headers, { ...headers, 'x-api-key': key }]) {
          const answer = await send(path, { headers: given });
          expect([answer.status, JSON.parse(answer.body).error]).toEqual([403, 'https_required']);
          expect(answer.headers).not.toHaveProperty('location');
        }
      }
      const answer = await send('/mcp', { method: 'POST', headers, body: '{}' });
      expect([answer.status, JSON.parse(answer.body).error.data.error]).toEqual([
        403,
        'https_required',
      ]);
    },
  );

  it('answers one that came over https, or directly', async () => {
    const { send, key } = await openApi(HTTPS);
    for (const more of [
      {},
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-proto': 'http, https' },
    ]) {
      expect((await send(PATH, { headers: { 'x-api-key': key, ...more } })).status).toBe(200);
    }
  });

  it('tells browsers to use https alone, with every answer', async () => {
    const { send } = await openTestApp(HTTPS);
    for (const path of [PATH, '/', '/docs', '/health/live', '/nope', '/cont/api', '/mcp', '/%zz']) {
      expect((await send(path)).headers['strict-transport-security'], path).toMatch(A_YEAR);
    }
  });
});

it('does neither where the service is at http', async () => {
  const { send, key } = await openApi({ baseUrl: 'http://127.0.0.1:3000' });
  const headers = { 'x-api-key': key, 'x-forwarded-proto': 'http' };
  const answer = await send(PATH, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers).not.toHaveProperty('strict-transport-security');
});
