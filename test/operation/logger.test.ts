import { expect, it } from 'vitest';
import { createApiKeyText } from '../../src/domain/api-key.ts';
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

it('escapes what a terminal would obey', () => {
  const { logger, lines } = openLogger();
  const text = 'a\x1b[31mb\u009b31mc\u2028\u202e\x7f, and Ș stays';
  logger.info({ text }, text);
  expect(lines[0]).toMatch(/^[ -~Ș]+\n$/);
  expect(lines[0]).toContain('Ș');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text, msg: text });
});

it('leaves the query out of an address and cuts a long one', () => {
  expect(toLoggableUrl('/api/v1/company/1?key=secret')).toBe('/api/v1/company/1');
  expect(toLoggableUrl(`/${'a'.repeat(10_000)}`)).toHaveLength(500);
});
