import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { ACTOR } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { sendBytes } from '../support/http.ts';
import { shareApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;
const BODY = readFileSync(new URL('bodies/401.json', import.meta.url), 'utf8');

const openApi = shareApi();

/** Another last character: the shape is right and the checksum is not. */
function spoil(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

describe('without a live key', () => {
  it.each<[string, (key: string) => Record<string, string>]>([
    ['no header', () => ({})],
    ['an empty key', () => ({ 'x-api-key': '' })],
    ['a malformed key', () => ({ 'x-api-key': 'reg_short' })],
    ['a key without its prefix', (key) => ({ 'x-api-key': key.slice(4) })],
    ['a wrong checksum', (key) => ({ 'x-api-key': spoil(key) })],
    ['an unknown key', () => ({ 'x-api-key': createApiKeyText() })],
    ['a key in the wrong case', (key) => ({ 'x-api-key': key.toUpperCase() })],
    ['a bare key as Authorization', (key) => ({ authorization: key })],
    ['a Basic Authorization', (key) => ({ authorization: `Basic ${btoa(`${key}:`)}` })],
    ['a Bearer without a key', () => ({ authorization: 'Bearer' })],
    ['two keys in one Bearer', (key) => ({ authorization: `Bearer ${key} ${key}` })],
    ['an empty Bearer and a good key', (key) => ({ authorization: 'Bearer ', 'x-api-key': key })],
    [
      'two different keys',
      (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': createApiKeyText() }),
    ],
    ['a cookie', (key) => ({ cookie: `x-api-key=${key}` })],
  ])('answers 401 to %s', async (_name, toHeaders) => {
    const { send, key } = await openApi();
    const headers = toHeaders(key);
    const answer = await send(PATH, { headers });
    expect(answer).toMatchObject({ status: 401, body: BODY });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('never takes a key from the address', async () => {
    const { send, key } = await openApi();
    for (const name of ['key', 'api_key', 'apikey', 'x-api-key', 'access_token']) {
      expect((await send(`${PATH}?${name}=${key}`)).status).toBe(401);
    }
  });

  it('answers 401 from the request after a revocation or regeneration', async () => {
    const { get, accounts, keys, key, email } = await openApi();
    expect((await get(PATH, key)).status).toBe(200);
    const account = await accounts.find(email);
    const next = await keys.regenerate(account, account.lastKeyId ?? '', ACTOR);
    expect((await get(PATH, key)).status).toBe(401);
    expect((await get(PATH, next.text)).status).toBe(200);
    await keys.revoke(next.account, next.apiKey.id, ACTOR);
    expect((await get(PATH, next.text)).status).toBe(401);
  });
});

describe('with a live key', () => {
  it.each<[string, (key: string) => Record<string, string>]>([
    ['Bearer', (key) => ({ authorization: `Bearer ${key}` })],
    ['bearer', (key) => ({ authorization: `bearer ${key}` })],
    ['BEARER and more spaces', (key) => ({ authorization: `BEARER   ${key}` })],
    ['X-Api-Key', (key) => ({ 'X-Api-Key': key })],
    ['both alike', (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
    ['X-Api-Key next to Basic', (key) => ({ authorization: 'Basic dTpw', 'x-api-key': key })],
  ])('takes it from %s', async (_name, toHeaders) => {
    const { send, key } = await openApi();
    const headers = toHeaders(key);
    expect((await send(PATH, { headers })).status).toBe(200);
  });
});

describe('with a header that comes twice', () => {
  const OTHER = createApiKeyText();
  it.each<[number, string, (key: string) => string[]]>([
    [
      401,
      'two Bearers that differ, the good one first',
      (key) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${OTHER}`],
    ],
    [
      401,
      'two Bearers that differ, the good one last',
      (key) => [`Authorization: Bearer ${OTHER}`, `Authorization: Bearer ${key}`],
    ],
    [
      401,
      'a Bearer and another scheme',
      (key) => [`Authorization: Bearer ${key}`, 'Authorization: Basic dTpw'],
    ],
    [
      401,
      'another scheme and a Bearer',
      (key) => ['authorization: Basic dTpw', `AUTHORIZATION: Bearer ${key}`],
    ],
    [
      401,
      'two other schemes and a good X-Api-Key',
      (key) => ['Authorization: Basic dTpw', 'Authorization: Digest a', `X-Api-Key: ${key}`],
    ],
    [401, 'two X-Api-Keys that differ', (key) => [`X-Api-Key: ${key}`, `x-api-key: ${OTHER}`]],
    [401, 'an empty X-Api-Key before a good one', (key) => ['X-Api-Key:', `X-Api-Key: ${key}`]],
    [
      401,
      'an X-Api-Key that differs among three',
      (key) => [`X-Api-Key: ${key}`, `X-Api-Key: ${key}`, `X-Api-Key: ${OTHER}`],
    ],
    [401, 'a list in one X-Api-Key', (key) => [`X-Api-Key: ${key}, ${key}`]],
    [
      200,
      'two equal Bearers',
      (key) => [`Authorization: Bearer ${key}`, `authorization: Bearer ${key}`],
    ],
    [200, 'two equal X-Api-Keys', (key) => [`X-Api-Key: ${key}`, `x-api-key:  ${key} `]],
    [
      200,
      'two of each, all equal',
      (key) => [
        `Authorization: Bearer ${key}`,
        `X-Api-Key: ${key}`,
        `X-Api-Key: ${key}`,
        `Authorization: Bearer ${key}`,
      ],
    ],
  ])('answers %i to %s', async (status, _name, toLines) => {
    const { port, key } = await openApi();
    const lines = toLines(key);
    const head = [`GET ${PATH} HTTP/1.1`, 'Host: a', 'Connection: close', ...lines].join('\r\n');
    const answer = await sendBytes(port, `${head}\r\n\r\n`);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer.endsWith(BODY)).toBe(status === 401);
  });
});
