import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { EVERYWHERE_HEADERS } from '../../src/web/errors.ts';
import { toAnswer } from '../rest/every-answer.ts';
import { ACTOR, openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { expectContract } from '../support/contract.ts';
import { send, sendBytes } from '../support/http.ts';
import { openShared } from '../support/shared.ts';

const PATH = `/api/v1/company/${IDNO}`;
/** Other tests may have the cores. */
const WAIT = { timeout: 20_000 };
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

/** Answers faults, of which it keeps nothing. */
const app = openShared(() =>
  openTestApp({ webhookSecrets: [Buffer.alloc(32).toString('base64')] }),
);

const FAULTS: readonly (readonly [
  name: string,
  lines: readonly string[],
  status: number,
  error: string,
])[] = [
  ['no Host', [], 400, 'bad_request'],
  ['two Hosts that differ', ['Host: a', 'Host: b'], 400, 'bad_request'],
  ['two equal Hosts', ['Host: a', 'host: a'], 400, 'bad_request'],
  ['a Host with a path and a user', ['Host: x/@y'], 400, 'bad_request'],
  ['a Host with a user', ['Host: x@y'], 400, 'bad_request'],
  ['a Host of two words', ['Host: x y'], 400, 'bad_request'],
  ['a Host with a port of letters', ['Host: x:y'], 400, 'bad_request'],
  ['a Host with two ports', ['Host: x:1:2'], 400, 'bad_request'],
  ['a Host with half a bracket', ['Host: [::1'], 400, 'bad_request'],
  ['a Host with a query', ['Host: x?y'], 400, 'bad_request'],
  ['a Host with a letter beyond ASCII', ['Host: \u00e9'], 400, 'bad_request'],
  ['an unknown expectation', ['Host: a', 'Expect: x'], 417, 'expectation_failed'],
];

async function ask(port: number, line: string, lines: readonly string[]) {
  const head = [`${line} HTTP/1.1`, 'Connection: close', ...lines].join('\r\n');
  return toAnswer(await sendBytes(port, `${head}\r\n\r\n`));
}

describe.each(FAULTS)('a request with %s', (_name, lines, status, error) => {
  it('is refused in JSON, and as a page where a browser asks', async () => {
    const { port } = app();
    for (const line of ['GET /nowhere', 'GET /docs', 'GET /status', 'POST /cont/api/sign-in']) {
      const answer = await ask(port, line, lines);
      expect([line, answer.status]).toEqual([line, status]);
      expect(JSON.parse(answer.body)).toEqual({ error, message: expect.any(String) });
      const page = await ask(port, line, [...lines, `Accept: ${BROWSER}`]);
      expect([line, page.status]).toEqual([line, status]);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain('<h1>');
    }
  });

  it('meets the checks of the API in their order', async () => {
    const { port, subscribe, accounts } = app();
    const email = `${randomUUID()}@test.example`;
    const key = `X-Api-Key: ${await subscribe(email, 'business')}`;
    for (const line of [`GET ${PATH}`, 'GET /api/v1/nope', `POST ${PATH}`]) {
      expect((await ask(port, line, lines)).status).toBe(401);
      const answer = await ask(port, line, [...lines, key, `Accept: ${BROWSER}`]);
      expect(answer).toMatchObject({
        status,
        headers: { 'x-ratelimit-limit': String(TIER_LIMITS.medium) },
      });
      expectContract('GET', answer);
      expect(JSON.parse(answer.body).error).toBe(error);
    }
    for (let count = 0; count < TIER_LIMITS.medium - 3; count++)
      await ask(port, 'GET /api/v1/nope', ['Host: a', key]);
    expect((await ask(port, `GET ${PATH}`, [...lines, key])).status).toBe(429);
    await accounts.cancel(email, ACTOR);
    expect((await ask(port, `GET ${PATH}`, [...lines, key])).status).toBe(403);
  });
});

it.each([
  ['HTTP/1.0 without a Host', 'GET /health/live HTTP/1.0\r\n\r\n'],
  ['an empty Host', 'GET /health/live HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ...['registru.example:3000', '127.0.0.1:3000', '[::1]:3000', 'a_b.example.', 'X%c8%99:'].map(
    (host): [string, string] => [
      `the Host ${host}`,
      `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ],
  ),
  [
    'the known expectation',
    'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-Continue\r\n\r\n',
  ],
])('takes %s', async (_name, bytes) => {
  const { port } = app();
  expect(await sendBytes(port, bytes)).toContain('HTTP/1.1 200 OK');
});

it('reads no second request after one with two Hosts', async () => {
  const { port } = app();
  const request = 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n';
  const answers = await sendBytes(port, request.repeat(2));
  expect(answers.split('HTTP/1.1 400 ')).toHaveLength(2);
});

describe('CONNECT', () => {
  const CONNECT = 'CONNECT registru.example:443 HTTP/1.1\r\nHost: registru.example\r\n\r\n';

  it('is answered with the body of an error, and its connection ends', async () => {
    const { port } = app();
    const answer = toAnswer(await sendBytes(port, CONNECT));
    expect(answer).toMatchObject({ status: 405, headers: { connection: 'close' } });
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
    expect(JSON.parse(answer.body).error).toBe('method_not_allowed');
  });

  it('waits for the answers to the requests before it', async () => {
    const { port } = app();
    const requests = 'GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2);
    const answers = await sendBytes(port, requests + CONNECT);
    const statuses = answers.match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 405']);
  });

  it('ends nothing else, whatever its client does', async () => {
    const { port, send: ask } = await openTestApp();
    for (let count = 0; count < 20; count++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(CONNECT + 'x'.repeat(100_000), () => socket.resetAndDestroy());
    }
    await sleep(50);
    expect((await ask('/health/live')).status).toBe(200);
  });
});

it('an unknown address is 404 whatever is sent there: JSON, or a page for a browser', async () => {
  const { port, logs } = await openTestApp();
  for (const body of ['', '{', JSON.stringify('x'.repeat(100_000))]) {
    const headers = { 'content-type': 'application/json' };
    const answer = await send(port, '/nowhere', { method: 'POST', headers, body });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body).error).toBe('not_found');
  }
  const page = await send(port, '/nowhere', {
    headers: { accept: BROWSER, 'accept-language': 'ro' },
  });
  expect(page.status).toBe(404);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain('<html lang="ro"');
  expect(logs.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

it.each([
  ['POST', '/metrics', {}],
  ['PROPFIND', '/%6Detrics', {}],
  ['GET', '/metrics', { expect: 'x' }],
  ['GET', '/health/live', { expect: 'x' }],
  ['TRACE', '/mcp', {}],
  ['PROPFIND', '/%6Dcp', {}],
  ['GET', '/events/subscription', {}],
  ['LOCK', '/%65vents/subscription', {}],
  ['GET', '/%6Detrics', { expect: 'x' }],
  ['DELETE', '/cont/api/graphql', {}],
  ['PROPFIND', '/cont/api/%67raphql', {}],
])('the error of %s %s, which is for programs, is JSON whatever is accepted', async (...row) => {
  const [method, path, headers] = row;
  const { port } = app();
  const answer = await send(port, path, { method, headers: { accept: BROWSER, ...headers } });
  expect(answer.status).toBe('expect' in headers ? 417 : 405);
  expect(Object.keys(JSON.parse(answer.body))).toContainEqual(expect.stringMatching(/^errors?$/));
});

it('a JSON body that is cut is reported as unreadable', async () => {
  const { port } = app();
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const answer = await send(port, '/cont/api/sign-in', { method: 'POST', headers, body: '{' });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({
    error: 'bad_request',
    message: 'Send a body that can be read as what its Content-Type names.',
  });
});

it('a client that hangs up in the middle of a body is one line, and no error', async () => {
  const { port, logs } = await openTestApp({
    webhookSecrets: [Buffer.alloc(32).toString('base64')],
  });
  const paths = [
    '/nowhere',
    '/cont/api/sign-in',
    '/cont/api/graphql',
    '/graphql',
    '/events/subscription',
  ];
  for (const path of paths) {
    const type =
      path === '/cont/api/sign-in' ? 'application/x-www-form-urlencoded' : 'application/json';
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\nx`;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(head, () => socket.destroy());
  }
  const list = () => logs.map((line) => JSON.parse(line));
  const listAnswered = () => list().filter(({ msg }) => msg === 'answered');
  await vi.waitFor(() => expect(listAnswered()).toHaveLength(paths.length), WAIT);
  expect(
    listAnswered()
      .map(({ url }) => url)
      .toSorted(),
  ).toEqual(paths.toSorted());
  expect(list().filter(({ level }) => level === 'error')).toEqual([]);
});

it.each([
  ['no request', 'GARBAGE\r\n\r\n', 400],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('what cannot be parsed has the headers of every answer: %s', async (_, bytes, status) => {
  const answer = toAnswer(await sendBytes(app().port, bytes));
  expect(answer).toMatchObject({ status, headers: EVERYWHERE_HEADERS });
});
