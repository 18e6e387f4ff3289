import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import {
  EXAMPLE_IDNO,
  TEST_COMPANIES,
  UNKNOWN_TEST_IDNO,
} from '../../src/domain/company/test-companies.ts';
import { MAX_BODY_BYTES, MAX_IDNOS } from '../../src/rest/operations.ts';
import { COMPANY, delist, IDNO, toIdno, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { makeRun } from '../support/imports.ts';
import { openTestSqlite } from '../support/stores.ts';
import { openApi } from './open.ts';

const PATH = '/api/v1/companies';
const LIMIT = TIER_LIMITS.medium;
const MANY = Array.from({ length: MAX_IDNOS }, (_, serial) => toIdno(serial + 1));

type Options = Parameters<typeof openApi>[0];

/** The API and a function that posts a body, or the IDNOs of one. */
async function openCompanies(options: Options = {}) {
  const api = await openApi({ answerCacheMib: 0, ...options });
  const post = (body: unknown, headers = {}) =>
    api.send(PATH, {
      method: 'POST',
      headers: { ...api.headers, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const ask = (...idnos: unknown[]) => post({ idnos });
  const countUsage = async () => {
    await api.usageCounter.flush();
    const { id } = await api.accounts.find('a@test.example');
    return (await api.store.accountReads.listUsage(id, '', '9999'))[0];
  };
  return { ...api, post, ask, countUsage };
}

it.each([0, 1])(
  'returns each company as it is alone, in the order asked, with a cache of %d MiB',
  async (answerCacheMib) => {
    const { get, ask, store, key } = await openCompanies({ plan: 'agency', answerCacheMib });
    await store.imports.record(makeRun());
    await store.companies.write([toStored({ ...COMPANY, idno: toIdno(2), name: 'ȘTIINȚĂ' })], []);
    const idnos = [
      toIdno(2),
      UNKNOWN_IDNO,
      ...TEST_COMPANIES.map(({ company }) => company.idno),
      IDNO,
      UNKNOWN_TEST_IDNO,
      toIdno(2),
      '1'.repeat(200),
    ];
    const alone = await Promise.all(idnos.map((idno) => get(`/api/v1/company/${idno}`, key)));
    const bodies = alone.map(({ status, body }) => (status === 200 ? body : 'null'));
    const { status, headers, body } = await ask(...idnos);
    const removals = alone.map(({ headers }) => JSON.stringify(headers['x-removed-since'] ?? null));
    expect(body).toBe(`{"companies":[${bodies}],"removed_since":[${removals}]}`);
    expect(status).toBe(200);
    const [first] = alone;
    expect(Object.keys(headers)).toEqual(Object.keys(first?.headers ?? {}));
    expect(headers).toMatchObject({
      'x-data-date': first?.headers['x-data-date'],
      'cache-control': 'private, no-cache',
    });
  },
);

it('tells which companies the register no longer lists', async () => {
  const { ask, store } = await openCompanies();
  const listed = await ask(IDNO, UNKNOWN_IDNO);
  await delist(store.companies, [IDNO], '2026-09-21');
  const { headers, body } = await ask(IDNO, UNKNOWN_IDNO);
  expect(body).toBe(listed.body.replace('[null,null]', '["2026-09-21",null]'));
  expect(headers).not.toHaveProperty('x-removed-since');
});

it('reads the store once, each company once', async () => {
  const store = openTestSqlite(makeTestFolder());
  const reads: number[] = [];
  const companies = {
    ...store.companies,
    findByIdnos(idnos: readonly string[]) {
      reads.push(idnos.length);
      return store.companies.findByIdnos(idnos);
    },
  };
  const { ask } = await openCompanies({ store: { ...store, companies } });
  const others = MANY.filter((idno) => idno !== IDNO).slice(0, MAX_IDNOS - 3);
  expect((await ask(IDNO, ...others, IDNO, EXAMPLE_IDNO)).status).toBe(200);
  expect(reads).toEqual([MAX_IDNOS - 2]);
});

it('counts as many requests as it has IDNOs, or none of them', async () => {
  const { ask, post, send, headers, countUsage } = await openCompanies();
  const remaining = async (asked: ReturnType<typeof ask>) => {
    const { status, headers: answered } = await asked;
    return [status, Number(answered['x-ratelimit-remaining'])];
  };
  expect(MAX_IDNOS).toBeLessThanOrEqual(Math.min(...Object.values(TIER_LIMITS)));
  expect(await remaining(ask(...MANY))).toEqual([200, LIMIT - 50]);
  const refused = await ask(...MANY.slice(0, 11));
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60', 'x-ratelimit-remaining': '10' },
    body: expect.stringContaining('the key has fewer requests left than this one counts as'),
  });
  expect(await remaining(ask(UNKNOWN_IDNO, UNKNOWN_IDNO))).toEqual([200, 8]);
  expect(await remaining(ask(IDNO, 'x'))).toEqual([400, 7]);
  expect(await remaining(post('{"idnos":'))).toEqual([400, 6]);
  expect(await remaining(post('a', { 'content-type': 'text/csv' }))).toEqual([415, 5]);
  expect(await remaining(post('x'.repeat(MAX_BODY_BYTES + 1)))).toEqual([413, 4]);
  expect(await remaining(send(PATH, { method: 'GET', headers }))).toEqual([405, 3]);
  expect(await remaining(ask(...MANY.slice(0, 3)))).toEqual([200, 0]);
  expect(await remaining(ask('x'))).toEqual([429, 0]);
  const { ok, clientErrors, limited } = (await countUsage()) ?? {};
  expect({ ok, clientErrors, limited }).toEqual({ ok: 55, clientErrors: 5, limited: 2 });
});

it('requires a key and a plan before the body', async () => {
  const { post, accounts } = await openCompanies();
  expect((await post('{', { 'x-api-key': 'no' })).status).toBe(401);
  await accounts.cancel('a@test.example', { name: 'test', address: null });
  expect((await post('x'.repeat(20_000))).status).toBe(403);
});

it.each<[unknown, string, string]>([
  ['', 'invalid_query', 'body of JSON'],
  ['{"idnos":["1003600012345"]', 'invalid_query', 'body of JSON'],
  ['\uFEFF\uFEFF{"idnos":["1003600012345"]}', 'invalid_query', 'body of JSON'],
  ['['.repeat(16_000), 'invalid_query', 'body of JSON'],
  [null, 'invalid_query', 'idnos as a list of 1 to 50'],
  [7, 'invalid_query', 'idnos as a list of 1 to 50'],
  ['"1003600012345"', 'invalid_query', 'idnos as a list of 1 to 50'],
  [['1003600012345'], 'invalid_query', 'idnos as a list of 1 to 50'],
  [{}, 'invalid_query', 'idnos as a list of 1 to 50'],
  [{ idnos: null }, 'invalid_query', 'idnos as a list of 1 to 50'],
  [{ idnos: '1003600012345' }, 'invalid_query', 'idnos as a list of 1 to 50'],
  [{ idnos: { 0: IDNO, length: 1 } }, 'invalid_query', 'idnos as a list of 1 to 50'],
  [{ idnos: [] }, 'invalid_query', 'idnos as a list of 1 to 50'],
  [{ idnos: [...MANY, IDNO] }, 'invalid_query', 'idnos as a list of 1 to 50'],
  [{ idnos: [IDNO], fields: [] }, 'invalid_query', '"fields"'],
  ['{"idnos":["1003600012345"],"__proto__":{}}', 'invalid_query', '"__proto__"'],
  [`{"idnos":${'['.repeat(40)}${']'.repeat(40)}}`, 'invalid_query', 'at most 32 deep'],
  [{ idnos: [1003600012345] }, 'invalid_idno', 'idnos[0] '],
  [{ idnos: [IDNO, ''] }, 'invalid_idno', 'idnos[1] '],
  [{ idnos: [IDNO, IDNO, null, 'x'] }, 'invalid_idno', 'idnos[2] '],
  [{ idnos: [[IDNO]] }, 'invalid_idno', 'idnos[0] '],
  [{ idnos: ['123456789'] }, 'invalid_idno', 'idnos[0] '],
  [{ idnos: [`${IDNO}\n`] }, 'invalid_idno', 'idnos[0] '],
  [{ idnos: ['１００３６０００１２３４５'] }, 'invalid_idno', 'idnos[0] '],
])('refuses %j with %s that says %s', async (body, error, says) => {
  const { post } = await openCompanies();
  const { status, body: answer } = await post(body);
  expect([status, JSON.parse(answer).error]).toEqual([400, error]);
  expect(JSON.parse(answer).message).toContain(says);
  expect(answer.length).toBeLessThan(250);
});

it('has no 304, and takes a charset and 16 KiB', async () => {
  const { post, ask } = await openCompanies();
  const { headers, body } = await ask(IDNO);
  const padded = JSON.stringify({ idnos: [IDNO] }).padEnd(MAX_BODY_BYTES);
  const again = await post(padded, {
    'if-none-match': headers.etag,
    'content-type': 'application/json; charset=utf-8',
  });
  expect([again.status, again.body]).toEqual([200, body]);
});

it('counts once in limit and usage if the client goes while it sends the body', async () => {
  const { port, ask, key, countUsage } = await openCompanies();
  for (const content of ['{"idnos":[', '']) {
    const socket = connect(port, '127.0.0.1');
    const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n${content}`);
    await sleep(50);
    socket.destroy();
    await sleep(50);
  }
  const { headers } = await ask(IDNO);
  const { ok = 0, clientErrors = 0 } = (await countUsage()) ?? {};
  expect(ok + clientErrors).toBe(LIMIT - Number(headers['x-ratelimit-remaining']));
});
