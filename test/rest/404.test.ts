import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { send, sendBytes } from '../support/http.ts';
import { shareApi } from './open.ts';

const read = (name: string) =>
  readFileSync(new URL(`bodies/${name}.json`, import.meta.url), 'utf8');

const openApi = shareApi();

it.each([
  ['10 unknown digits', '1234567890'],
  ['an unknown company', UNKNOWN_IDNO],
  ['a wrong check digit', `${IDNO.slice(0, -1)}0`],
  ['a known number with a zero before it', `0${IDNO}`],
  ['101 digits', '1'.repeat(101)],
  ['5,000 digits', '1'.repeat(5_000)],
])('answers 404 to %s', async (_name, idno) => {
  const { get, key } = await openApi();
  const { status, body, headers } = await get(`/api/v1/company/${idno}`, key);
  expect({ status, body }).toEqual({ status: 404, body: read('404') });
  expect(headers['x-ratelimit-remaining']).toBe(String(TIER_LIMITS.medium - 1));
});

it('refuses 20,000 digits and goes on', async () => {
  const { port, get, key } = await openApi();
  const request = `GET /api/v1/company/${'1'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
  expect(await sendBytes(port, request)).toMatch(/^HTTP\/1\.1 431 .*"headers_too_large"/s);
  expect((await get(`/api/v1/company/${IDNO}`, key)).status).toBe(200);
});

describe('an address without a route', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nope',
    '/api/v1/company',
    `/api/v1/company/${IDNO}/`,
    `/api/v1/company/${IDNO}/founders`,
    '/api/v1/%zz',
    '/api/v1/../v1/nope',
  ])('%s is 401 without a key and 404 with one', async (path) => {
    const { port, get, key } = await openApi({ plan: 'agency' });
    expect((await send(port, path)).status).toBe(401);
    const { status, body, headers } = await get(path, key);
    expect({ status, body }).toEqual({ status: 404, body: read('404-path') });
    expect(headers['x-ratelimit-limit']).toBe(String(TIER_LIMITS.high));
  });

  it.each([
    '/companie',
    '/api',
    '/api/v2/company/1003600000001',
    `//api/v1/company/${IDNO}`,
    `/api//v1/company/${IDNO}`,
    '/API/v1/nope',
    '/%zz',
    '/favicon.png',
  ])('%s outside the prefix is 404 whatever the key', async (path) => {
    const { port, get, key } = await openApi({ plan: 'agency' });
    expect((await send(port, path)).status).toBe(404);
    const { status, body } = await get(path, key);
    expect({ status, body }).toEqual({ status: 404, body: read('404-address') });
  });
});
