import { expect, it } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { createWebhookSecretText } from '../../src/domain/account/webhook.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { ACTOR, type AppOptions, openTestApp } from '../support/app.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const EMAIL = 'a@test.example';
const PATH = `/api/v1/company/${IDNO}`;

async function open(options: AppOptions = {}) {
  const app = await openTestApp(options);
  const key = await app.subscribe(EMAIL, 'business');
  const { id } = await app.accounts.find(EMAIL);
  return {
    ...app,
    id,
    key,
    /** As they are stored. */
    async list() {
      await app.failedRequests.flush();
      const [listed = []] = await app.store.accountReads.listFailedRequests([id], 0);
      return listed;
    },
  };
}

it('records what failed with the key of an account, by whatever error', async () => {
  const { get, send, clock, accounts, list, key, id } = await open();
  const requests: [string, string, number, string][] = [
    ['GET', '/api/v1/company/123?secret=x', 400, 'invalid_idno'],
    ['GET', `/api/v1/company/${UNKNOWN_IDNO}`, 404, 'not_found'],
    ['GET', '/api/v1/nothing%3Fsecret', 404, 'not_found'],
    ['POST', PATH, 405, 'method_not_allowed'],
    ['GET', '/api/v1/changes?after=x', 400, 'invalid_query'],
    ['DELETE', '/api/v1/search', 405, 'method_not_allowed'],
    ['POST', '/mcp', 415, 'unsupported_media_type'],
  ];
  for (const [method, path, status] of requests) {
    const headers = { 'x-api-key': key, 'content-type': 'text/plain' };
    expect((await send(path, { method, headers, body: method === 'POST' ? 'x' : '' })).status).toBe(
      status,
    );
    clock.advance(1);
  }
  await accounts.cancel(EMAIL, ACTOR);
  expect((await get(PATH, key)).status).toBe(403);
  const listed = await list();
  const expected = [...requests, ['GET', PATH, 403, 'no_active_api_plan'] as const];
  expect(listed.toReversed()).toEqual(
    expected.map(([method, path, status, error], place) => ({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      accountId: id,
      atMs: Date.parse('2026-11-21T10:00:00Z') + place,
      method,
      path: path.replace(/(\?|%3F).*/, ''),
      status,
      error,
      network: '127.0.0.0/24',
    })),
  );
  expect(new Set(listed.map(({ requestId }) => requestId)).size).toBe(listed.length);
});

it('records a refusal over the limit, and a fault of the service with the id that it told', async () => {
  const store = openTestSqlite(makeTestFolder());
  let fault: Error | null = null;
  const companies = {
    ...store.companies,
    findByIdnos: (idnos: readonly string[]) =>
      fault === null ? store.companies.findByIdnos(idnos) : Promise.reject(fault),
  };
  const { get, list, key, clock } = await open({ store: { ...store, companies } });
  for (let count = 0; count <= TIER_LIMITS.medium; count++) {
    await get('/api/v1/nothing', key);
    clock.advance(1);
  }
  expect((await list())[0]).toMatchObject({ status: 429, error: 'rate_limited' });
  clock.advance(60_000);
  fault = new Unavailable('');
  expect((await get(PATH, key)).status).toBe(503);
  clock.advance(1);
  fault = new Error('broken');
  const { status, body } = await get(PATH, key);
  expect(status).toBe(500);
  const [last, before] = await list();
  expect(before).toMatchObject({ status: 503, error: 'unavailable' });
  expect(last).toMatchObject({ status: 500, error: 'internal_error' });
  expect(body).toContain(last?.requestId);
});

it('records nothing without an account, and nothing that succeeds', async () => {
  const { get, send, list, key } = await open();
  const { headers } = await get(PATH, key);
  const cached = { 'x-api-key': key, 'if-none-match': headers.etag ?? '' };
  expect((await send(PATH, { headers: cached })).status).toBe(304);
  await send(PATH);
  await get(PATH, createApiKeyText());
  expect(await list()).toEqual([]);
});

it('cuts the secrets of webhooks, and keys in other spellings', async () => {
  const { get, list, key } = await open();
  const secret = createWebhookSecretText();
  const spellings = [
    secret,
    encodeURIComponent(secret),
    key.toUpperCase(),
    `reg_%E2%80%8B${key.slice(4)}`,
    key.slice(4),
  ];
  for (const text of spellings) await get(`/api/v1/company/${text}`, key);
  const paths = (await list()).map(({ path }) => path);
  expect(paths).toHaveLength(spellings.length);
  for (const path of paths) {
    expect(path).toMatch(/^\/api\/v1\/company\/.{0,8}…$/);
  }
});

it('cuts keys, encoded or not, and long paths', async () => {
  const { get, list, key } = await open();
  const encoded = [...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
  for (const text of [key, encoded, encoded.replaceAll('%', '%25')]) {
    await get(`/api/v1/company/${text}`, key);
  }
  await get(`/api/v1/company/${'1'.repeat(9_000)}`, key);
  const paths = (await list()).map(({ path }) => path);
  for (const path of paths) {
    expect(path).not.toContain(key.slice(8));
    expect(decodeURIComponent(decodeURIComponent(path))).not.toContain(key.slice(8));
    expect(path.length).toBeLessThanOrEqual(200);
  }
  expect(paths).toContain(`/api/v1/company/${key.slice(0, 8)}…`);
  expect(paths).toContain(`/api/v1/company/${'1'.repeat(184)}`);
});
