import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { SERVER_OPTIONS } from '../../src/operation/fastify.ts';
import { createLogger, toLoggableUrl } from '../../src/operation/logger.ts';

function openLogger() {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  return { logger, lines };
}

it('writes one JSON object a line, with a time and a level in words', () => {
  const { logger, lines } = openLogger();
  logger.info({ part: 'a\nb\u0007' }, 'two\nlines');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'two\nlines' });
});

it('writes the id of the request into each line that belongs to one', async () => {
  const { logger, lines } = openLogger();
  const app = Fastify({ ...SERVER_OPTIONS, loggerInstance: logger, genReqId: () => 'one' });
  app.get('/', async (request) => {
    request.log.info('a line');
    request.log.child({ part: 'mail' }).warn('another');
    request.log.error({ err: new TypeError('wrong') }, 'a third');
    return '';
  });
  await app.inject('/');
  await app.close();
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['one', 'one', 'one']);
});

it('redacts keys, tokens and cookies wherever they stand', () => {
  const { logger, lines } = openLogger();
  const key = createApiKeyText();
  const headers = { authorization: `Bearer ${key}`, 'x-api-key': key, cookie: `sid=${key}` };
  logger.info({ headers }, 'headers');
  logger.info(
    { req: { headers: { 'set-cookie': ['sid=hidden', key] } }, issued: { key } },
    'deeper',
  );
  const error = new Error(`no such key: ${key}`);
  logger.error({ err: error }, 'failed');
  logger.error({ err: Object.assign(new Error('outer'), { cause: error }) }, 'failed deeper');
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toContain(key);
  expect(lines.join('')).not.toContain(key.slice(8));
  expect(lines.join('')).not.toContain('hidden');
});

it.each([
  ['a key', { text: createApiKeyText() }],
  ["a webhook's secret", { text: `whsec_${'hidden/+'.repeat(5)}=` }],
  ["a webhook's encoded secret", { text: `whsec_${'hidden%2F%2B'.repeat(5)}%3D` }],
  ['a cookie', { headers: { cookie: 'sid=hidden' } }],
  ['a list of cookies', { headers: { 'Set-Cookie': ['sid=hidden', 'other=hidden'] } }],
  ['an Authorization', { Authorization: 'Basic hidden' }],
  ['an X-Api-Key', { 'x-api-key': 'hidden' }],
])('redacts %s that stands alone in its line', (_what, bindings) => {
  const { logger, lines } = openLogger();
  logger.info(bindings, 'one');
  expect(lines.join('')).toContain('[redacted]');
  expect(lines.join('')).not.toContain('hidden');
});

const escapeAll = (text: string) =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

it.each<[string, (key: string) => string]>([
  ['its first letter escaped', (key) => `%72${key.slice(1)}`],
  ['its underscore escaped', (key) => key.replace('_', '%5F')],
  ['its end escaped', (key) => key.slice(0, 20) + escapeAll(key.slice(20))],
  [
    'one character in its middle escaped',
    (key) => key.slice(0, 15) + escapeAll(key.slice(15, 16)) + key.slice(16),
  ],
  ['all of it escaped', escapeAll],
  ['all of it escaped in capitals', (key) => escapeAll(key).toUpperCase()],
  ['all of it escaped twice', (key) => escapeAll(escapeAll(key))],
  ['its letters escaped twice in the usual way', (key) => encodeURIComponent(escapeAll(key))],
  ['its first letter escaped nine times', (key) => `%${'25'.repeat(8)}72${key.slice(1)}`],
  ['its first letter escaped a hundred times', (key) => `%${'25'.repeat(99)}72${key.slice(1)}`],
])('redacts a key with %s, in an address, an error and its cause', (_what, hide) => {
  const { logger, lines } = openLogger();
  const key = createApiKeyText();
  const url = `/api/v1/company/${hide(key)}/%C4%83`;
  logger.info({ url: toLoggableUrl(url) }, 'answered');
  const cause = new Error(`cannot read "${url}"`);
  logger.error({ err: new Error(`bad address ${url}, try again`, { cause }) }, 'failed');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(JSON.parse(line)).toBeTypeOf('object');
    expect(fullyDecode(line)).not.toContain(key.slice(4, 16));
    expect(fullyDecode(line)).not.toContain(key.slice(16, 28));
    expect(fullyDecode(line)).not.toContain(key.slice(28));
  }
});

function fullyDecode(text: string): string {
  let decoded = text;
  for (let last = ''; last !== decoded; ) {
    last = decoded;
    decoded = last.replace(/%([0-7][0-9a-f])/gi, (_all, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return decoded;
}

it('leaves escapes without a key as they came', () => {
  const { logger, lines } = openLogger();
  logger.info({ url: '/%72eg_istru/%2541/%C4%83/100%', text: 'reg_' }, 'a%20b of 100%');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    url: '/%72eg_istru/%2541/%C4%83/100%',
    msg: 'a%20b of 100%',
  });
});

it('escapes what a terminal would obey', () => {
  const { logger, lines } = openLogger();
  const text = 'a\x1b[31mb\u009b31mc\u2028\u202e\x7f, and Ș stays';
  logger.info({ text }, text);
  expect(lines[0]).toMatch(/^[ -~Ș]+\n$/);
  expect(lines[0]).toContain('Ș');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text, msg: text });
});

it('leaves the query out of an address, escaped or not, and cuts a long one', () => {
  expect(toLoggableUrl('/api/v1/company/1?key=secret')).toBe('/api/v1/company/1');
  for (const mark of ['#', '%3F', '%3f', '%23', '%253F', '%2525253f']) {
    expect(toLoggableUrl(`/cont/api/sign-in${mark}token=secret`)).toBe('/cont/api/sign-in');
  }
  expect(toLoggableUrl('/%31%253/%25')).toBe('/%31%253/%25');
  expect(toLoggableUrl(`/${'a'.repeat(10_000)}`)).toHaveLength(500);
});
