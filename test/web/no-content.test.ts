import { describe, expect, it } from 'vitest';
import { toAnswer } from '../rest/every-answer.ts';
import { openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { sendBytes } from '../support/http.ts';
import { openShared } from '../support/shared.ts';

const app = openShared(async () => {
  const opened = await openTestApp({ webhookSecrets: [Buffer.alloc(32).toString('base64')] });
  return { ...opened, key: await opened.subscribe('a@test.example', 'agency') };
});

/** Every address that takes a body, and its status for a request without one. */
const ADDRESSES = [
  ['PUT', `/api/v1/watchlist/${IDNO}`, 204],
  ['DELETE', `/api/v1/watchlist/${IDNO}`, 204],
  ['POST', '/api/v1/watchlist', 400],
  ['POST', '/api/v1/companies', 400],
  ['POST', '/mcp', 400],
  ['POST', '/graphql', 401],
  ['POST', '/cont/api/graphql', 401],
  ['POST', '/events/subscription', 401],
  ['POST', '/cont/api/sign-in', 400],
  ['POST', '/cont/api/sign-in/link', 410],
  ['POST', '/cont/api/sign-out', 303],
  ['POST', '/cont/api/key/create', 303],
  ['POST', '/cont/api/webhook/pause', 303],
  ['POST', '/cont/api/language', 303],
] as const;

const TYPES = [
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'text/plain; charset=utf-8',
  'multipart/form-data; boundary=x',
  'application/json',
  'nonsense',
];

/** The ways to send nothing: header lines, and what follows them. */
const NOTHING = [
  ['a length of 0', 'Content-Length: 0', ''],
  ['a length of 00', 'Content-Length: 00', ''],
  ['an empty chunked body', 'Transfer-Encoding: chunked', '0\r\n\r\n'],
] as const;

const REQUEST_ID = /[0-9a-f-]{36}/g;

async function ask(method: string, path: string, lines: readonly string[], body: string) {
  const { port, key } = app();
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    'Sec-Fetch-Site: same-origin',
    `X-Api-Key: ${key}`,
    ...lines,
  ];
  return toAnswer(await sendBytes(port, `${head.join('\r\n')}\r\n\r\n${body}`));
}

describe.each(ADDRESSES)('%s %s without content', (method, path, status) => {
  it.each(NOTHING)('is answered whatever its type, with %s', async (_name, line, body) => {
    const untyped = await ask(method, path, [line], body);
    expect(untyped.status).toBe(status);
    for (const type of TYPES) {
      const answer = await ask(method, path, [line, `Content-Type: ${type}`], body);
      expect([type, answer.status]).toEqual([type, status]);
      expect(answer.body.replace(REQUEST_ID, '')).toBe(untyped.body.replace(REQUEST_ID, ''));
    }
  });
});

it.each(['3', 'chunked'])('content of another type is 415, also with %s', async (length) => {
  const isChunked = length === 'chunked';
  const line = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const body = isChunked ? '3\r\na=b\r\n0\r\n\r\n' : 'a=b';
  for (const [method, path] of ADDRESSES.slice(0, 5)) {
    const answer = await ask(method, path, [line, 'Content-Type: text/plain'], body);
    expect([path, answer.status]).toEqual([path, 415]);
  }
});

it('content that comes in several chunks is read whole', async () => {
  const body = JSON.stringify({ idnos: [IDNO] });
  const chunks = [...body].map((one) => `1\r\n${one}\r\n`).join('');
  const lines = ['Transfer-Encoding: chunked', 'Content-Type: application/json'];
  const answer = await ask('POST', '/api/v1/companies', lines, `${chunks}0\r\n\r\n`);
  expect(answer.status).toBe(200);
});
