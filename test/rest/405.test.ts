import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { OPERATIONS, REST_PREFIX } from '../../src/rest/operations.ts';
import { IDNO } from '../support/companies.ts';
import { sendBytes } from '../support/http.ts';
import { shareApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;
const BODY = readFileSync(new URL('bodies/405.json', import.meta.url), 'utf8');
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK'];

const openApi = shareApi();

it.each(METHODS)('%s is 401 without a key and 405 with one', async (method) => {
  const { send, key } = await openApi();
  expect((await send(PATH, { method })).status).toBe(401);
  const headers = { 'x-api-key': key };
  const answer = await send(PATH, { method, headers });
  expect(answer).toMatchObject({ status: 405, body: BODY });
  expect(answer.headers).toMatchObject({
    allow: 'GET, HEAD',
    'x-ratelimit-limit': String(TIER_LIMITS.medium),
  });
});

it.each(['{broken', '{}', 'x'.repeat(200_000)])('comes before the body is read', async (body) => {
  const { send, key } = await openApi();
  const request = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  expect((await send(PATH, request)).status).toBe(401);
  const headers = { ...request.headers, 'x-api-key': key };
  expect((await send(PATH, { ...request, headers })).status).toBe(405);
});

it.each([
  `/api/v1/company/${IDNO}?next=/a/b`,
  `/api/v1/company/${IDNO}#a/b`,
  `/api/v1/%63ompany/${IDNO}`,
  `/%61pi/v1/company/%zz`,
])('requires a key before the 405 for %s too', async (path) => {
  const { send, key } = await openApi();
  expect((await send(path, { method: 'POST' })).status).toBe(401);
  const headers = { 'x-api-key': key };
  expect(await send(path, { method: 'POST', headers })).toMatchObject({ status: 405, body: BODY });
});

it('comes before the IDNO is checked', async () => {
  const { send, headers } = await openApi();
  for (const [method, status] of [
    ['GET', 400],
    ['POST', 405],
  ] as const) {
    expect((await send('/api/v1/company/abc', { method, headers })).status).toBe(status);
  }
});

it('lists the methods of each operation, which are served', async () => {
  const { send, headers } = await openApi();
  for (const { method, path } of Object.values(OPERATIONS)) {
    const url = REST_PREFIX + path.replace('{idno}', IDNO);
    const { status, headers: answered } = await send(url, { method: 'PATCH', headers });
    expect([status, answered.allow?.split(', ')]).toEqual([405, expect.arrayContaining([method])]);
    for (const allowed of answered.allow?.split(', ') ?? []) {
      expect([200, 204, 400]).toContain((await send(url, { method: allowed, headers })).status);
    }
  }
});

it('is 404 for a method on an address without a route', async () => {
  const { send, headers } = await openApi();
  expect((await send('/api/v1/nope', { method: 'POST', headers })).status).toBe(404);
});

it('answers 400 to a method that HTTP does not know', async () => {
  const { port } = await openApi();
  const answer = await sendBytes(port, `BREW ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s);
});
