import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import type { Limiter } from '../../src/limit/limiter.ts';
import { createMetrics } from '../../src/operation/metrics.ts';
import { VERSION } from '../../src/operation/version.ts';
import { writeLastBackup } from '../../src/store/sqlite/backup-time.ts';
import { EMAIL } from '../support/accounts.ts';
import { ACTOR, openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { sendBytes } from '../support/http.ts';
import { makeRun } from '../support/imports.ts';
import { openPage } from '../support/page.ts';
import { openTestSqlite } from '../support/stores.ts';

const COUNTS = {
  read: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  duplicates: 0,
  withoutIdno: 0,
  rejected: 0,
  rejectedBy: {},
  gone: 0,
};

describe('health', () => {
  it('is live and ready', async () => {
    const { send } = await openTestApp();
    expect(await send('/health/live')).toMatchObject({
      status: 200,
      body: `{"status":"live","version":"${VERSION}"}`,
    });
    expect(await send('/health/ready')).toMatchObject({
      status: 200,
      body: '{"status":"ready","store":"ok","limiter":"ok"}',
    });
  });

  it('is live and not ready while the store fails', async () => {
    const { send, store } = await openTestApp();
    await store.close();
    expect((await send('/health/live')).status).toBe(200);
    expect(await send('/health/ready')).toMatchObject({
      status: 503,
      body: '{"status":"unavailable","store":"failed","limiter":"ok"}',
    });
  });

  it('asks the store once in a second, however often it is asked', async () => {
    const store = openTestSqlite(makeTestFolder());
    let pings = 0;
    const ping = async () => {
      pings++;
      await store.ping();
    };
    const { send, clock } = await openTestApp({ store: { ...store, ping } });
    const ask = () => Promise.all(Array.from({ length: 20 }, () => send('/health/ready')));
    for (const { status } of [...(await ask()), ...(await ask())]) expect(status).toBe(200);
    expect(pings).toBe(1);
    clock.advance(1_000);
    await store.close();
    for (const { status } of await ask()) expect(status).toBe(503);
    expect(pings).toBe(2);
  });

  it('is not ready once it is stopping', async () => {
    const { send } = await openTestApp({ isStopping: () => true });
    expect(await send('/health/ready')).toMatchObject({
      status: 503,
      body: '{"status":"stopping","store":"ok","limiter":"ok"}',
    });
  });
});

it('stays ready while the limiter decides alone, and says so', async () => {
  const limiter: Limiter = {
    admit: () => ({ admitted: true, remaining: 1, resetMs: 1 }),
    peek: () => null,
    degraded: true,
    close: async () => {},
  };
  const { send } = await openTestApp({
    limiter,
    metrics: createMetrics(
      limiter,
      () => 0,
      () => 0,
    ),
  });
  expect(await send('/health/ready')).toMatchObject({
    status: 200,
    body: '{"status":"ready","store":"ok","limiter":"degraded"}',
  });
  expect((await send('/metrics')).body).toContain('registru_limiter_degraded 1');
});

describe('metrics', () => {
  it('count requests by pattern and status, and name no key, address or company', async () => {
    const { send, get, subscribe } = await openTestApp();
    const key = await subscribe('a@test.example', 'business');
    await get(`/api/v1/company/${IDNO}`, key);
    await get('/api/v1/company/abc', key);
    await send(`/api/v1/${key}`);
    const { body } = await send('/metrics');
    const route = '/api/v1/company/:idno';
    const count = 'registru_http_request_duration_seconds_count';
    expect(body).toContain(`${count}{method="GET",route="${route}",status="200"} 1`);
    expect(body).toContain(`${count}{method="GET",route="${route}",status="400"} 1`);
    expect(body).toContain('registru_limiter_degraded 0');
    for (const secret of [key, 'a@test.example', IDNO]) expect(body).not.toContain(secret);
  });

  it('have the methods that requests usually have, and one for all others', async () => {
    const { send } = await openTestApp();
    for (const method of ['HEAD', 'PUT', 'PROPFIND', 'REPORT']) await send('/status', { method });
    const { body } = await send('/metrics');
    const pattern = /_count\{method="(\w+)",route="\/status",status="(\d+)"\} (\d+)/g;
    const counts = [...body.matchAll(pattern)].map(([, ...values]) => values.join(' '));
    expect(counts.toSorted()).toEqual(['HEAD 200 1', 'PUT 405 1', 'other 405 2']);
  });

  it('tell the date of the data, and of each kind and outcome the last import', async () => {
    const { send, store } = await openTestApp();
    const before = (await send('/metrics')).body;
    expect(before).toContain('\nregistru_data_date_seconds 0\n');
    expect(before.match(/^registru_last_import_timestamp_seconds\{.* 0$/gm)).toHaveLength(20);
    expect(before.match(/^registru_last_import_rows\{.* 0$/gm)).toHaveLength(32);
    const counts = { ...COUNTS, new: 7, withoutIdno: 2, rejected: 1 };
    const done = { dumpDate: '2026-09-14', startedAtMs: 1_000, finishedAtMs: 61_500, counts };
    await store.imports.record(makeRun({ id: 'one', ...done }));
    await store.imports.record(makeRun({ id: 'older', startedAtMs: 1, finishedAtMs: 2 }));
    const ended = { startedAtMs: 70_000, finishedAtMs: 71_000 };
    await store.imports.record(makeRun({ id: 'two', outcome: 'refused', ...ended }));
    await store.imports.record(makeRun({ id: 'sample', sample: true, ...ended }));
    const running = { startedAtMs: 80_000, finishedAtMs: null, outcome: 'running' } as const;
    await store.imports.record(makeRun({ id: 'three', kind: 'supplement', ...running }));
    const { body } = await send('/metrics');
    for (const line of [
      `registru_data_date_seconds ${Date.parse('2026-09-14') / 1_000}`,
      'registru_last_import_timestamp_seconds{kind="full",outcome="completed"} 61.5',
      'registru_last_import_timestamp_seconds{kind="full",outcome="refused"} 71',
      'registru_last_import_timestamp_seconds{kind="full",outcome="failed"} 0',
      'registru_last_import_timestamp_seconds{kind="supplement",outcome="running"} 80',
      'registru_last_import_rows{kind="full",result="new"} 7',
      'registru_last_import_rows{kind="full",result="without_idno"} 2',
      'registru_last_import_rows{kind="full",result="rejected"} 1',
    ]) {
      expect(body).toContain(`\n${line}\n`);
    }
  });

  it('lack what a failing store cannot tell, and have all others', async () => {
    const { send, store } = await openTestApp();
    await store.close();
    const { status, body } = await send('/metrics');
    expect(status).toBe(200);
    for (const name of ['data_date_seconds', 'last_import_rows', 'webhooks_failing']) {
      expect(body).not.toMatch(new RegExp(`^registru_${name}`, 'm'));
    }
    expect(body).toContain('\nregistru_limiter_degraded 0\n');
  });

  it('tell the time of the last backup, the disk, and that no mail waits', async () => {
    const { send, dataDir } = await openTestApp();
    const read = async (name: string) =>
      Number(new RegExp(`^registru_${name} (.+)$`, 'm').exec((await send('/metrics')).body)?.[1]);
    expect(await read('last_backup_timestamp_seconds')).toBe(0);
    writeLastBackup(dataDir, 1_700_000_000_500);
    expect(await read('last_backup_timestamp_seconds')).toBe(1_700_000_000.5);
    expect(await read('disk_free_bytes')).toBeGreaterThan(0);
    expect(await read('disk_size_bytes')).toBeGreaterThan(await read('disk_free_bytes'));
    expect(await read('mails_waiting')).toBe(0);
  });

  it('count what the caches hold and how the store answers', async () => {
    const { send, get, subscribe, store } = await openTestApp();
    const key = await subscribe('a@test.example', 'business');
    for (let i = 0; i < 3; i++) await get(`/api/v1/company/${IDNO}`, key);
    const { body } = await send('/metrics');
    const cache = 'registru_answer_cache_requests_total';
    expect(body).toContain(`\n${cache}{cache="companies",result="miss"} 1\n`);
    expect(body).toContain(`\n${cache}{cache="companies",result="hit"} 2\n`);
    expect(body).toContain(`\n${cache}{cache="searches",result="hit"} 0\n`);
    expect(body).toMatch(/\nregistru_answer_cache_bytes\{cache="companies"\} [1-9]\d+\n/);
    const reads = 'registru_store_read_duration_seconds_count';
    expect(body).toContain(`\n${reads}{read="keys",result="ok"} 3\n`);
    expect(body).toContain(`\n${reads}{read="companies",result="ok"} 1\n`);
    store.accounts.findKeyAccess = () => Promise.reject(new Unavailable('disk'));
    expect((await get(`/api/v1/company/${IDNO}`, key)).status).toBe(503);
    expect((await send('/metrics')).body).toContain(`\n${reads}{read="keys",result="failed"} 1\n`);
  });

  it.each([
    [
      'registru_background_faults_total',
      'part',
      'failed_requests key_uses mail plan_ends retention search_reads sign_in staff_reads store usage webhooks',
    ],
    ['registru_limiter_changes_total', 'to', 'alone emptied shared'],
    [
      'registru_webhook_attempts_total',
      'outcome',
      'delivered gone not_connected not_public not_trusted redirect status timeout',
    ],
    [
      'registru_http_connections_ended_total',
      'reason',
      'answer_unread bad_request body_after_answer headers_too_large method_not_allowed request_timeout too_many_connections too_many_waiting too_much_unread',
    ],
  ])('have %s at 0 for every %s from the start', async (name, label, values) => {
    const { body } = await (await openTestApp()).send('/metrics');
    const series = body.split('\n').filter((line) => line.startsWith(`${name}{`));
    expect(series.toSorted()).toEqual(
      values.split(' ').map((value) => `${name}{${label}="${value}"} 0`),
    );
  });

  it('have no counter of faults that appears with the first of them', async () => {
    const { body } = await (await openTestApp()).send('/metrics');
    const counters = [...body.matchAll(/^# TYPE (registru_\w+) counter$/gm)].map(([, n]) => n);
    expect(counters.length).toBeGreaterThan(4);
    expect(
      counters.filter((name) => !body.includes(`\n${name}{`) && !body.includes(`\n${name} `)),
    ).toEqual([]);
  });

  it('are for this machine alone without a token', async () => {
    const { send } = await openTestApp();
    expect((await send('/metrics')).status).toBe(200);
  });

  it.each([
    { forwarded: 'for=8.8.8.8' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '8.8.8.8' },
    { 'x-forwarded-for': '8.8.8.8' },
    { 'x-forwarded-for': '' },
    { 'x-forwarded-host': 'registru.example' },
    { 'x-forwarded-proto': 'https' },
    { 'X-Forwarded-Of-Some-Other-Kind': '1' },
  ])('are closed to what a proxy on this machine passes on with %o', async (headers) => {
    const metricsToken = 'a token of some length';
    const { send } = await openTestApp({ metricsToken, trustProxy: ['127.0.0.0/8'] });
    expect((await send('/metrics', { headers })).status).toBe(401);
    const authorization = `Bearer ${metricsToken}`;
    expect((await send('/metrics', { headers: { ...headers, authorization } })).status).toBe(200);
  });

  it('are for other machines with the token', async () => {
    const { send } = await openTestApp({ metricsToken: 'a token of some length' });
    const from = (authorization: string) =>
      send('/metrics', { headers: { 'x-forwarded-for': '8.8.8.8', authorization } });
    expect((await from('Bearer another token, longer')).status).toBe(401);
    expect((await from('Bearer a token of some lengtH')).status).toBe(401);
    expect((await from('a token of some length')).status).toBe(401);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await from(`${scheme} a token of some length`)).status).toBe(200);
    }
  });
});

it('logs one line for each answer, without query and key', async () => {
  const { send, get, subscribe, logs } = await openTestApp();
  const key = await subscribe('a@test.example', 'business');
  await get(`/api/v1/company/${IDNO}?token=${key}`, key);
  await send(`/api/v1/company/%zz/${key}`);
  await send(`/api/v1/company/${key.replace('reg_', '%72eg%5F')}`);
  const lines = logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(lines).toMatchObject([
    { method: 'GET', url: `/api/v1/company/${IDNO}`, status: 200, address: '127.0.0.1' },
    { method: 'GET', url: '/api/v1/company/%zz/reg_[redacted]', status: 401 },
    { method: 'GET', url: '/api/v1/company/reg_[redacted]', status: 401 },
  ]);
  expect(logs.join('')).not.toContain(key.slice(4));
});

describe('the account in the log line of a request', () => {
  const readLast = (logs: readonly string[]) =>
    logs.map((line) => JSON.parse(line)).findLast(({ msg }) => msg === 'answered');

  it('is that of its key, with and without a plan, and missing without a live key', async () => {
    const { get, send, subscribe, accounts, logs } = await openTestApp();
    const key = await subscribe('a@test.example', 'business');
    const { id: accountId } = await accounts.find('a@test.example');
    await get(`/api/v1/company/${IDNO}`, key);
    expect(readLast(logs)).toMatchObject({ status: 200, accountId });
    await accounts.setPlan('a@test.example', { plan: 'free', endsAtMs: null }, ACTOR);
    await get(`/api/v1/company/${IDNO}`, key);
    expect(readLast(logs)).toMatchObject({ status: 403, accountId });
    await get(`/api/v1/company/${IDNO}`, `reg_${'a'.repeat(36)}`);
    expect(readLast(logs)).toMatchObject({ status: 401 });
    expect(readLast(logs)).not.toHaveProperty('accountId');
    await send('/health/live');
    expect(readLast(logs)).not.toHaveProperty('accountId');
  });

  it('is that of its session, on the account page, in its GraphQL and for staff', async () => {
    const { get, enter, askAccount, accounts, logs } = await openPage();
    const { id: accountId } = await accounts.find(EMAIL);
    const cookie = await enter();
    await get('/cont/api', { cookie });
    expect(readLast(logs)).toMatchObject({ url: '/cont/api', status: 200, accountId });
    await askAccount(cookie, '{ viewer { email } }');
    expect(readLast(logs)).toMatchObject({ url: '/cont/api/graphql', status: 200, accountId });
    await get('/staff', { cookie });
    expect(readLast(logs)).toMatchObject({ url: '/staff', status: 403, accountId });
    await accounts.setRole(EMAIL, 'staff', ACTOR);
    await get('/staff', { cookie: await enter() });
    expect(readLast(logs)).toMatchObject({ url: '/staff', status: 200, accountId });
    await get('/cont/api');
    expect(readLast(logs)).not.toHaveProperty('accountId');
  });
});

describe('the address of a client', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };

  it('is that of the connection when no proxy is named', async () => {
    const { send, logs } = await openTestApp();
    await send('/health/live', { headers });
    expect(JSON.parse(logs.at(-1) ?? '')).toMatchObject({ address: '127.0.0.1' });
  });

  it.each([
    ['203.0.113.7:5678', '203.0.113.7'],
    ['[2001:db8::7]:5678', '2001:db8::7'],
    ['198.51.100.9, 203.0.113.7:5678, 127.0.0.2:80', '203.0.113.7'],
    ['198.51.100.9, unknown', '127.0.0.1'],
    ['a visitor of no address', '127.0.0.1'],
  ])('is without the port that a named proxy tells: %s', async (forwardedFor, address) => {
    const { send, logs } = await openTestApp({ trustProxy: ['127.0.0.0/8'] });
    await send('/health/live', { headers: { 'x-forwarded-for': forwardedFor } });
    expect(JSON.parse(logs.at(-1) ?? '')).toMatchObject({ address });
  });

  it('is what a named proxy says', async () => {
    const { send, logs } = await openTestApp({ trustProxy: ['127.0.0.0/8'] });
    await send('/health/live', { headers });
    expect(JSON.parse(logs.at(-1) ?? '')).toMatchObject({ address: '203.0.113.7' });
  });
});

it.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
  [
    'an address that is not escaped',
    'GET /api/v1/search?name=școala HTTP/1.1\r\nHost: a\r\n\r\n',
    400,
    'Escape the address as UTF-8',
  ],
  [
    'a huge header',
    `GET / HTTP/1.1\r\nHost: a\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no host', 'GET /health/live HTTP/1.1\r\n\r\n', 400, ''],
])('answers %s with one body and closes', async (_name, bytes, status, error) => {
  const { port } = await openTestApp();
  const answer = await sendBytes(port, bytes);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(answer).toContain(error);
  expect(Date.parse(/\r\nDate: (.+)\r\n/.exec(answer)?.[1] ?? '')).toBeCloseTo(Date.now(), -5);
});
