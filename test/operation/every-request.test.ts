import { METHODS } from 'node:http';
import { expect, it } from 'vitest';
import { type Answer, send } from '../support/http.ts';
import { openStaff } from '../support/staff.ts';

/** Addresses of every scope, with and without a route; the last end the session. */
const PATHS = [
  '/nowhere',
  '/%zz',
  '*',
  '/',
  '/status',
  '/companie/%zz',
  '/health/ready',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/mcp',
  '/api/v1/nope',
  '/api/v1/company/%zz',
  '/events/subscription',
  '/cont/api',
  '/cont/api/sign-in',
  '/cont/api/sign-in/link',
  '/cont/api/sign-in/sent',
  '/cont/api/language',
  '/cont/api/failed-requests?id=%zz&status=4&status=5',
  '/cont/api/email',
  '/cont/api/delete',
  '/cont/api/confirm?token=%zz',
  '/cont/api/usage.csv',
  '/cont/api/key/reveal',
  '/cont/api/nowhere',
  '/cont/api/graphql',
  '/graphql',
  'http://registru.example/graphql?query=%7B__typename%7D',
  '/graphql/assets/nothing',
  '/staff',
  '/staff/account?email=a&email=b&after=%zz',
  '/staff/company/%zz',
  '/cont/api/sign-out',
];
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BODIES: readonly (readonly [headers: Record<string, string>, body: string])[] = [
  [{}, ''],
  [{}, 'x'],
  [JSON_TYPE, ''],
  [JSON_TYPE, '{'],
  [JSON_TYPE, 'null'],
  [JSON_TYPE, '[]'],
  [JSON_TYPE, '{"query":1,"variables":1,"operationName":{}}'],
  [JSON_TYPE, '{"__proto__":1,"constructor":{"prototype":1},"query":"{__typename}"}'],
  [JSON_TYPE, JSON.stringify('x'.repeat(300_000))],
  [{ ...JSON_TYPE, 'content-encoding': 'gzip' }, '{}'],
  [FORM, 'email=%zz&__proto__=1&keyId&=&&%=%&language=ru&language=en'],
  [FORM, 'x'.repeat(100_000)],
  [{ 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\n'],
  [{ 'content-type': ';' }, 'x'],
  [{ ...JSON_TYPE, expect: 'x' }, '{}'],
];
const ACCEPTS = ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/csv', ';;q=x,,'];
const COOKIE = `__Host-registru-session=%zz; =; a; __Host-registru-typed=sign-in.%zz; __Host-registru-link=${'x'.repeat(43)}`;

it('answers no request with a 5xx, and every error with a body', { timeout: 120_000 }, async () => {
  const webhookSecrets = [Buffer.alloc(32).toString('base64')];
  const { port, cookie, logs } = await openStaff({ webhookSecrets });
  const faults: string[] = [];
  async function ask(path: string, method: string, headers: Record<string, string>, body = '') {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = { 'sec-fetch-site': 'same-origin', ...headers, ...length };
    const answer = await send(port, path, { method, headers: sent, body });
    const fault = findFault(method, answer);
    if (fault !== null)
      faults.push(`${method} ${path} ${JSON.stringify(headers)} ${body.slice(0, 50)}: ${fault}`);
  }

  const [others, ...posts] = [METHODS.filter((one) => !['CONNECT', 'POST'].includes(one)), 'POST'];
  for (const path of PATHS) {
    for (const method of [...others, ...posts]) {
      await ask(path, method, { cookie });
      await ask(path, method, { cookie: COOKIE }, 'x');
    }
    for (const [headers, body] of BODIES) {
      await ask(path, 'POST', { cookie, ...headers }, body);
      await ask(path, 'QUERY', { cookie, ...headers }, body);
    }
    for (const accept of ACCEPTS) {
      await ask(path, 'POST', { cookie, accept, ...JSON_TYPE }, '{"query":"{ __typename }"}');
      await ask(path, 'GET', { cookie, accept });
    }
  }
  expect(faults).toEqual([]);
  expect(logs.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

function findFault(method: string, { status, headers, body }: Answer): string | null {
  if (status >= 500) return `${status} ${body}`;
  if (status < 400 || method === 'HEAD') return null;
  const type = headers['content-type'] ?? '';
  if (type.startsWith('text/html')) return body.includes('<h1>') ? null : `${status} ${body}`;
  if (!/^application\/(?:graphql-response\+)?json; charset=utf-8$/.test(type))
    return `${status} ${type}`;
  const { error, message, errors, jsonrpc } = JSON.parse(body === '' ? '{}' : body);
  if (jsonrpc === '2.0') return error.message && error.data.error ? null : `${status} ${body}`;
  const isKnown = errors === undefined ? /^[a-z_]+$/.test(error) && message : errors[0].message;
  return isKnown ? null : `${status} ${body}`;
}
