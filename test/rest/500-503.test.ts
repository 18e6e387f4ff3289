import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite, type TestStore } from '../support/stores.ts';
import { openApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;
const BODY = readFileSync(new URL('bodies/503.json', import.meta.url), 'utf8');

it('answers 503, never 404 or 401, while the store fails', async () => {
  const { get, store, key } = await openApi();
  await store.close();
  const answer = await get(PATH, key);
  expect(answer).toMatchObject({ status: 503, body: BODY });
  expect(answer.headers['retry-after']).toBe('5');
});

it('answers 503 while only the companies fail, with the headers of the limit', async () => {
  const store = openTestSqlite(makeTestFolder());
  const companies: TestStore['companies'] = {
    ...store.companies,
    findByIdnos: () => Promise.reject(new Unavailable('the disk is gone')),
  };
  const { get, key } = await openApi({ store: { ...store, companies } });
  const answer = await get(PATH, key);
  expect(answer).toMatchObject({ status: 503, body: BODY });
  expect(answer.headers['x-ratelimit-remaining']).toBe(String(TIER_LIMITS.medium - 1));
});

it.each(['/api/v1/companies', '/mcp'])(
  'answers 503 at %s where a refused body cannot be counted, in JSON for a browser too',
  async (path) => {
    const fail = () => Promise.reject(new Unavailable('the limiter is gone'));
    const limiter = { admit: fail, peek: fail, degraded: false, close: async () => {} };
    const { send, headers } = await openApi({ limiter });
    const asked = { ...headers, accept: 'text/html', 'content-type': 'text/plain' };
    const answer = await send(path, { method: 'POST', headers: asked, body: 'x' });
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'cache-control': 'private, no-cache' },
      body: expect.stringContaining('"unavailable"'),
    });
  },
);

it('masks what nobody expected, names the request, and logs it whole', async () => {
  const store = openTestSqlite(makeTestFolder());
  const companies: TestStore['companies'] = {
    ...store.companies,
    findByIdnos: () => Promise.reject(new TypeError('secret detail of the inside')),
  };
  const { get, logs, key } = await openApi({ store: { ...store, companies } });
  const { status, body } = await get(PATH, key);
  expect(status).toBe(500);
  expect(body).not.toContain('secret detail');
  const { error, message } = JSON.parse(body);
  expect(error).toBe('internal_error');
  const [requestId] = /[0-9a-f-]{36}/.exec(message) ?? [];
  const lines = logs.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
  expect(lines).toMatchObject([
    { level: 'error', err: { message: 'secret detail of the inside' } },
    { level: 'info', msg: 'answered', status: 500 },
  ]);
});
